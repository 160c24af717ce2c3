/* Finds libmicrohttpd and what is used of it. See http_library.h. */
#include "http_library.h"

#include "library.h"

#include <dlfcn.h>

/* Of the interface that it was compiled against. */
#ifdef __APPLE__
#define LIBRARY "libmicrohttpd.12.dylib"
#else
#define LIBRARY "libmicrohttpd.so.12"
#endif

bool lim_mhd_load(lim_mhd *mhd, lim_reason *why) {
    void *const library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return lim_fail(why, "what serves the page cannot be loaded: %s", dlerror());
#define FIND(name) &&lim_library_find(library, "MHD_" #name, &mhd->name, sizeof mhd->name)
    if (true LIM_MHD_USES(FIND)) return true;
#undef FIND
    return lim_fail(why, "%s is not the one that this limber was built with: %s", LIBRARY, dlerror());
}
