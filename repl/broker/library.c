/* Names of libraries that are loaded late. See library.h. */
#include "library.h"

#include <dlfcn.h>
#include <string.h>

/* Copied, since C has no other way from an address of data to one of a function. */
bool lim_library_find(void *library, const char *name, void *address, size_t size) {
    void *const found = dlsym(library, name);
    if (found != NULL) memcpy(address, &found, size);
    return found != NULL;
}
