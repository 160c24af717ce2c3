/* The clock: times of day, and bounds before and after the start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "clock.h"

static void every_minute_of_a_day_reads_back(void **state) {
    (void)state;
    for (int64_t minute = 0; minute < LIM_DAY; minute++) {
        char text[LIM_CLOCK_TEXT];
        int64_t back = -1;
        lim_clock_format(minute, text);
        assert_true(lim_clock_parse(text, 5, &back));
        assert_int_equal(back, minute);
    }
}

static void days_wrap_when_written(void **state) {
    static const struct {
        int64_t minute;
        const char *text;
    } cases[] = {{0, "00:00"},  {545, "09:05"},   {1440, "00:00"},      {1501, "01:01"},
                 {-1, "23:59"}, {-1441, "23:59"}, {INT64_MAX, "18:07"}, {INT64_MIN, "05:52"}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[LIM_CLOCK_TEXT];
        lim_clock_format(cases[i].minute, text);
        assert_string_equal(text, cases[i].text);
    }
}

static void what_is_no_time_is_refused(void **state) {
    static const char *const wrong[] = {"",      "9",     "900",   "24:00",  "12:60", "1:5",   "12:5", "123:00",
                                        "12-00", "+1:00", " 9:00", "09:00 ", "9:0x",  "x9:00", "::00"};
    int64_t minute = 0;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(lim_clock_parse(wrong[i], strlen(wrong[i]), &minute));
    assert_true(lim_clock_parse("9:05", 4, &minute));
    assert_int_equal(minute, 545);
    assert_true(lim_clock_parse("09:05 and more", 5, &minute));
}

static void bounds_count_from_the_start(void **state) {
    static const struct {
        int64_t at, bound, into, left;
    } cases[] = {{600, 1, 0, 30}, {629, 1, 29, 1}, {630, 2, 0, 30}, {661, 3, 1, 29},
                 {599, 0, 29, 1}, {570, 0, 0, 30}, {569, -1, 29, 1}};
    lim_bound bound;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(lim_clock_bound(600, 30, cases[i].at, &bound));
        assert_int_equal(bound.bound, cases[i].bound);
        assert_int_equal(bound.into, cases[i].into);
        assert_int_equal(bound.left, cases[i].left);
    }
    assert_false(lim_clock_bound(600, 0, 600, &bound));
    assert_false(lim_clock_bound(INT64_MIN, 1, INT64_MAX, &bound));
    assert_true(lim_clock_bound(-INT64_MAX / 2, 1, INT64_MAX / 2, &bound));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_minute_of_a_day_reads_back),
        cmocka_unit_test(days_wrap_when_written),
        cmocka_unit_test(what_is_no_time_is_refused),
        cmocka_unit_test(bounds_count_from_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
