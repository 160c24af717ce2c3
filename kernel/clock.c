/* The clock: minutes of a day, bounds, and the order of an agenda. */
#include "clock.h"

void lim_clock_format(int64_t minute, char text[LIM_CLOCK_TEXT]) {
    int of_day = (int)((minute % LIM_DAY + LIM_DAY) % LIM_DAY);
    int hours = of_day / 60, minutes = of_day % 60;

    text[0] = (char)('0' + hours / 10);
    text[1] = (char)('0' + hours % 10);
    text[2] = ':';
    text[3] = (char)('0' + minutes / 10);
    text[4] = (char)('0' + minutes % 10);
    text[5] = '\0';
}

static bool digits(const char *text, size_t count, int *value) {
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *value = *value * 10 + (text[i] - '0');
    }
    return true;
}

bool lim_clock_parse(const char *text, size_t bytes, int64_t *minute) {
    int hours, minutes;

    if (bytes != 4 && bytes != 5) return false;
    if (!digits(text, bytes - 3, &hours) || text[bytes - 3] != ':' || !digits(text + bytes - 2, 2, &minutes))
        return false;
    if (hours > 23 || minutes > 59) return false;
    *minute = hours * 60 + minutes;
    return true;
}

bool lim_clock_bound(int64_t start, int64_t length, int64_t at, lim_bound *bound) {
    /* Half the range each way keeps the difference and the bound's number in range. */
    const int64_t far = INT64_MAX / 2;

    if (length < 1 || start < -far || start > far || at < -far || at > far) return false;
    int64_t since = at - start, whole = since / length, into = since % length;
    if (into < 0) {
        into += length;
        whole--;
    }
    *bound = (lim_bound){whole + 1, into, length - into};
    return true;
}
