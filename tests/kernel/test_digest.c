/* Digests: known answers of BLAKE2b-256, the canonical form byte by byte, and the order of keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "digest.h"

static void bytes_give_the_known_answers(void **state) {
    lim_digest digest;
    char text[LIM_DIGEST_TEXT];

    (void)state;
    lim_digest_open(&digest);
    lim_digest_close(&digest, text);
    assert_string_equal(text, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    lim_digest_open(&digest);
    lim_digest_bytes(&digest, "a", 1);
    lim_digest_bytes(&digest, "bc", 2);
    lim_digest_close(&digest, text);
    assert_string_equal(text, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

/* What every event writes, spelt out here a second time. */
static void events_write_the_canonical_form(void **state) {
    static const char form[] = "m\5\0\0\0\0\0\0\0"
                               "s\1\0\0\0\0\0\0\0ai\xfe\xff\xff\xff\xff\xff\xff\xff"
                               "s\1\0\0\0\0\0\0\0bl\3\0\0\0\0\0\0\0ntf"
                               "s\1\0\0\0\0\0\0\0ci\2\1\0\0\0\0\0\0"
                               "s\1\0\0\0\0\0\0\0dl\0\0\0\0\0\0\0\0"
                               "s\1\0\0\0\0\0\0\0ed\1\2\0\0\0\0\0\0";
    lim_digest events, bytes;
    char from_events[LIM_DIGEST_TEXT], from_bytes[LIM_DIGEST_TEXT];

    (void)state;
    lim_digest_open(&events);
    lim_digest_map(&events, 5);
    lim_digest_string(&events, "a", 1);
    lim_digest_integer(&events, -2);
    lim_digest_string(&events, "b", 1);
    lim_digest_list(&events, 3);
    lim_digest_null(&events);
    lim_digest_boolean(&events, true);
    lim_digest_boolean(&events, false);
    lim_digest_string(&events, "c", 1);
    lim_digest_integer(&events, 258);
    lim_digest_string(&events, "d", 1);
    lim_digest_map(&events, 0);
    lim_digest_string(&events, "e", 1);
    lim_digest_decimal(&events, 513);
    lim_digest_close(&events, from_events);
    lim_digest_open(&bytes);
    lim_digest_bytes(&bytes, form, sizeof form - 1);
    lim_digest_close(&bytes, from_bytes);
    assert_string_equal(from_events, from_bytes);
}

static void keys_are_ordered_by_bytes(void **state) {
    static const struct {
        const char *text;
        size_t bytes;
    } sorted[] = {{"", 0}, {"\0", 1}, {"A", 1}, {"Z", 1}, {"a", 1}, {"a\0", 2}, {"aa", 2}, {"b", 1}, {"\xc3\xa9", 2}};
    const int count = sizeof sorted / sizeof *sorted;

    (void)state;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            int order = lim_key_order(sorted[i].text, sorted[i].bytes, sorted[j].text, sorted[j].bytes);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_give_the_known_answers),
        cmocka_unit_test(events_write_the_canonical_form),
        cmocka_unit_test(keys_are_ordered_by_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
