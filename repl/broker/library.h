/* Libraries that are loaded when they are first needed. No Lua. */
#ifndef LIM_REPL_LIBRARY_H
#define LIM_REPL_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* Puts the address of a name of a library that dlopen gave into the pointer at `address`, of so many bytes. */
bool lim_library_find(void *library, const char *name, void *address, size_t size);

#endif
