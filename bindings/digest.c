/* Digests: the canonical form of data, into BLAKE2b. */
#include "digest.h"

#include <string.h>

void lim_digest_open(lim_digest *digest) {
    crypto_generichash_init(&digest->state, NULL, 0, LIM_DIGEST_BYTES);
    digest->waiting = 0;
}

static void flush(lim_digest *digest) {
    crypto_generichash_update(&digest->state, digest->bytes, digest->waiting);
    digest->waiting = 0;
}

void lim_digest_bytes(lim_digest *digest, const void *bytes, size_t count) {
    if (count > sizeof digest->bytes - digest->waiting) flush(digest);
    if (count > sizeof digest->bytes) {
        crypto_generichash_update(&digest->state, bytes, count);
    } else {
        memcpy(digest->bytes + digest->waiting, bytes, count);
        digest->waiting += count;
    }
}

static void put(lim_digest *digest, char tag, uint64_t number) {
    unsigned char out[9] = {(unsigned char)tag};

    for (int i = 0; i < 8; i++) out[i + 1] = (unsigned char)(number >> (8 * i));
    lim_digest_bytes(digest, out, sizeof out);
}

void lim_digest_null(lim_digest *digest) { lim_digest_bytes(digest, "n", 1); }

void lim_digest_boolean(lim_digest *digest, bool value) { lim_digest_bytes(digest, value ? "t" : "f", 1); }

void lim_digest_integer(lim_digest *digest, int64_t value) { put(digest, 'i', (uint64_t)value); }

void lim_digest_decimal(lim_digest *digest, int64_t millionths) { put(digest, 'd', (uint64_t)millionths); }

void lim_digest_string(lim_digest *digest, const char *text, size_t bytes) {
    put(digest, 's', bytes);
    lim_digest_bytes(digest, text, bytes);
}

void lim_digest_list(lim_digest *digest, size_t count) { put(digest, 'l', count); }

void lim_digest_map(lim_digest *digest, size_t count) { put(digest, count > 0 ? 'm' : 'l', count); }

void lim_digest_close(lim_digest *digest, char text[LIM_DIGEST_TEXT]) {
    static const char digits[] = "0123456789abcdef";
    unsigned char sum[LIM_DIGEST_BYTES];

    flush(digest);
    crypto_generichash_final(&digest->state, sum, sizeof sum);
    for (size_t i = 0; i < sizeof sum; i++) {
        text[2 * i] = digits[sum[i] >> 4];
        text[2 * i + 1] = digits[sum[i] & 15];
    }
    text[2 * sizeof sum] = '\0';
}

int lim_key_order(const char *a, size_t a_bytes, const char *b, size_t b_bytes) {
    int order = memcmp(a, b, a_bytes < b_bytes ? a_bytes : b_bytes);

    return order != 0 ? order : (a_bytes > b_bytes) - (a_bytes < b_bytes);
}
