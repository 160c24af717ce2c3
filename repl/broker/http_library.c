/* Finds libmicrohttpd and what is used of it. See http_library.h. */
#include "http_library.h"

#include <dlfcn.h>
#include <string.h>

/* Of the interface that it was compiled against. */
#ifdef __APPLE__
#define LIBRARY "libmicrohttpd.12.dylib"
#else
#define LIBRARY "libmicrohttpd.so.12"
#endif

/* Copied, since C has no other way from an address of data to one of a function. */
static bool find(void *library, const char *name, void *function, size_t size) {
    void *const found = dlsym(library, name);
    if (found != NULL) memcpy(function, &found, size);
    return found != NULL;
}

bool lim_mhd_load(lim_mhd *mhd, lim_reason *why) {
    void *const library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return lim_fail(why, "what serves the page cannot be loaded: %s", dlerror());
#define FIND(name) && find(library, "MHD_" #name, &mhd->name, sizeof mhd->name)
    if (true LIM_MHD_USES(FIND)) return true;
#undef FIND
    return lim_fail(why, "%s is not the one that this limber was built with: %s", LIBRARY, dlerror());
}
