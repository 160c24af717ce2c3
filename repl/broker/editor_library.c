/* Finds the line editor and what is used of it. See editor_library.h. */
#include "editor_library.h"

#include "library.h"

#include <stdbool.h>
#include <stdlib.h>

#ifdef LIM_EDITOR_LINKED

const lim_editor_library *lim_editor_loaded(void) {
#define ADDRESS(name) &name,
    static const lim_editor_library linked = {LIM_EDITOR_USES(ADDRESS)};
#undef ADDRESS
    return &linked;
}

#else

#include <dlfcn.h>

/* Of the interface that it was compiled against. */
#define TEXT_OF(number) #number
#define LIBRARY_OF(number) "libreadline.so." TEXT_OF(number)
#define LIBRARY LIBRARY_OF(RL_VERSION_MAJOR)

static bool load(lim_editor_library *editor) {
    void *const library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
#define FIND(name) &&lim_library_find(library, #name, &editor->name, sizeof editor->name)
    return library != NULL LIM_EDITOR_USES(FIND);
#undef FIND
}

const lim_editor_library *lim_editor_loaded(void) {
    static lim_editor_library editor;
    static bool loaded;
    if (!loaded && !load(&editor)) {
        fprintf(stderr, "limber: the line editor cannot be loaded: %s\n", dlerror());
        exit(1);
    }
    loaded = true;
    return &editor;
}

#endif
