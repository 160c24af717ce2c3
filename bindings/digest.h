/* Digests: BLAKE2b with 256 bits, of plain bytes or of data in its canonical form.
 *
 * The canonical form of data is a sequence of events, each a tag byte and then, where said, numbers
 * of eight bytes with the least significant first:
 *     n                null
 *     t  f             true, false
 *     i  number        an integer, two's complement
 *     d  number        a number with decimals, in millionths, likewise
 *     s  length bytes  a string
 *     l  count         a list; its items follow
 *     m  count         a map; a string and a value for each key follow, keys in lim_key_order
 * No two different values have the same form, and a value has only one. An empty map is written as
 * an empty list, because plain data does not tell the two apart.
 *
 * A digest in the making is the caller's memory; nothing here allocates or fails. */
#ifndef LIM_DIGEST_H
#define LIM_DIGEST_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIM_DIGEST_BYTES 32
#define LIM_DIGEST_TEXT (2 * LIM_DIGEST_BYTES + 1)

typedef struct lim_digest {
    crypto_generichash_state state;
    size_t waiting; /* bytes that are not in the state yet: events are short, and the hash is faster on large blocks */
    unsigned char bytes[512];
} lim_digest;

/* Begins a digest. */
void lim_digest_open(lim_digest *digest);

/* Adds plain bytes, outside the canonical form: the digest of a file is that of its bytes. */
void lim_digest_bytes(lim_digest *digest, const void *bytes, size_t count);

/* Add one event each. A list's or map's items follow it, as many as it said. */
void lim_digest_null(lim_digest *digest);
void lim_digest_boolean(lim_digest *digest, bool value);
void lim_digest_integer(lim_digest *digest, int64_t value);
void lim_digest_decimal(lim_digest *digest, int64_t millionths);
void lim_digest_string(lim_digest *digest, const char *text, size_t bytes);
void lim_digest_list(lim_digest *digest, size_t count);
void lim_digest_map(lim_digest *digest, size_t count);

/* Ends the digest and writes it as 64 lower-case hexadecimal digits and a closing zero. */
void lim_digest_close(lim_digest *digest, char text[LIM_DIGEST_TEXT]);

/* The order of keys: byte by byte as unsigned numbers, the shorter first where one begins the other.
 * Negative, zero or positive, as for memcmp. Pure, and the same in every locale. */
int lim_key_order(const char *a, size_t a_bytes, const char *b, size_t b_bytes);

#endif
