/* Why something was not done. See reason.h. */
#include "reason.h"

#include <stdarg.h>
#include <stdio.h>

bool lim_fail(lim_reason *why, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    return false;
}
