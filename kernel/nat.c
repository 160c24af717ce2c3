/* Natural numbers of many limbs, and ratios of them. */
#include "nat.h"

#include <math.h>
#include <string.h>

size_t lim_nat_trim(const lim_limb *a, size_t n) {
    while (n > 0 && a[n - 1] == 0) n--;
    return n;
}

int lim_nat_compare(const lim_limb *a, const lim_limb *b, size_t n) {
    while (n > 0 && a[n - 1] == b[n - 1]) n--;
    return n == 0 ? 0 : a[n - 1] < b[n - 1] ? -1 : 1;
}

bool lim_nat_multiply(lim_limb *out, size_t n, const lim_limb *a, size_t a_limbs, const lim_limb *b, size_t b_limbs) {
    lim_limb product[LIM_RATIO_LIMBS];
    size_t limbs = 0;
    if (a_limbs > 0 && b_limbs > 0) {
        if (a_limbs >= b_limbs)
            mpn_mul(product, a, (mp_size_t)a_limbs, b, (mp_size_t)b_limbs);
        else
            mpn_mul(product, b, (mp_size_t)b_limbs, a, (mp_size_t)a_limbs);
        limbs = lim_nat_trim(product, a_limbs + b_limbs);
    }
    if (limbs > n) return false;
    memcpy(out, product, limbs * sizeof *out);
    memset(out + limbs, 0, (n - limbs) * sizeof *out);
    return true;
}

void lim_nat_add_product(lim_limb *out, size_t n, const lim_limb *a, const lim_limb *b, size_t b_limbs) {
    if (n == 1) {
        out[0] += a[0] * b[0];
        return;
    }
    for (size_t i = 0; i < b_limbs; i++)
        if (b[i] != 0) (void)mpn_addmul_1(out + i, a, (mp_size_t)(n - i), b[i]);
}

static lim_limb gcd_single(lim_limb a, lim_limb b) {
    while (b != 0) {
        const lim_limb rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Drops the low zero bits of a, which is not 0; returns how many there were. */
static size_t odd_part(lim_limb *a, size_t *limbs) {
    const size_t zeros = mpn_scan1(a, 0);
    const size_t whole = zeros / 64;
    *limbs -= whole;
    memmove(a, a + whole, *limbs * sizeof *a);
    if (zeros % 64 != 0) (void)mpn_rshift(a, a, (mp_size_t)*limbs, (unsigned)(zeros % 64));
    *limbs = lim_nat_trim(a, *limbs);
    return zeros;
}

size_t lim_nat_gcd(lim_limb *out, const lim_limb *a, size_t a_limbs, const lim_limb *b, size_t b_limbs) {
    if (a_limbs == 1 && b_limbs == 1) {
        out[0] = gcd_single(a[0], b[0]);
        return 1;
    }
    lim_limb u[LIM_RATIO_LIMBS], v[LIM_RATIO_LIMBS], g[LIM_RATIO_LIMBS];
    memcpy(u, a, a_limbs * sizeof *u);
    memcpy(v, b, b_limbs * sizeof *v);
    const size_t u_zeros = odd_part(u, &a_limbs), v_zeros = odd_part(v, &b_limbs);
    const size_t zeros = u_zeros < v_zeros ? u_zeros : v_zeros;
    const bool u_larger = a_limbs > b_limbs || (a_limbs == b_limbs && u[a_limbs - 1] >= v[b_limbs - 1]);
    size_t limbs = (size_t)(u_larger ? mpn_gcd(g, u, (mp_size_t)a_limbs, v, (mp_size_t)b_limbs)
                                     : mpn_gcd(g, v, (mp_size_t)b_limbs, u, (mp_size_t)a_limbs));
    const size_t whole = zeros / 64;
    lim_limb top = 0;
    if (zeros % 64 != 0) top = mpn_lshift(g, g, (mp_size_t)limbs, (unsigned)(zeros % 64));
    memset(out, 0, whole * sizeof *out);
    memcpy(out + whole, g, limbs * sizeof *out);
    limbs += whole;
    if (top != 0) out[limbs++] = top;
    return limbs;
}

size_t lim_nat_divide(lim_limb *out, const lim_limb *a, size_t a_limbs, const lim_limb *b, size_t b_limbs) {
    lim_limb quotient[LIM_RATIO_LIMBS + 1], rest[LIM_RATIO_LIMBS];
    if (a_limbs < b_limbs) return a_limbs == 0 ? 0 : SIZE_MAX;
    mpn_tdiv_qr(quotient, rest, 0, a, (mp_size_t)a_limbs, b, (mp_size_t)b_limbs);
    const size_t limbs = lim_nat_trim(quotient, a_limbs - b_limbs + 1);
    memcpy(out, quotient, limbs * sizeof *out);
    return lim_nat_trim(rest, b_limbs) == 0 ? limbs : SIZE_MAX;
}

void lim_ratio_set(lim_ratio *ratio, const lim_limb *n, size_t n_limbs, const lim_limb *d, size_t d_limbs) {
    ratio->negative = false;
    n_limbs = lim_nat_trim(n, n_limbs);
    d_limbs = lim_nat_trim(d, d_limbs);
    if (n_limbs == 0) {
        ratio->n_limbs = 0;
        ratio->d_limbs = 1;
        ratio->d[0] = 1;
        return;
    }
    lim_limb common[LIM_RATIO_LIMBS];
    const size_t limbs = lim_nat_gcd(common, n, n_limbs, d, d_limbs);
    ratio->n_limbs = lim_nat_divide(ratio->n, n, n_limbs, common, limbs);
    ratio->d_limbs = lim_nat_divide(ratio->d, d, d_limbs, common, limbs);
}

/* The bits of a from `shift` up (down, when negative, filled with zeros) into out, fixed. */
static void shift_down(lim_limb *out, size_t n, const lim_limb *a, size_t a_limbs, long shift) {
    memset(out, 0, n * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        const long from = shift + 64 * (long)i; /* may be negative: floor division below */
        const long limb = from >= 0 ? from / 64 : -((63 - from) / 64);
        const int bit = (int)(from - 64 * limb);
        if (limb >= 0 && limb < (long)a_limbs) out[i] = a[limb] >> bit;
        if (bit != 0 && limb + 1 >= 0 && limb + 1 < (long)a_limbs) out[i] |= a[limb + 1] << (64 - bit);
    }
}

double lim_ratio_double(const lim_ratio *ratio) {
    if (ratio->n_limbs == 0) return 0.0;
    const long n_bits = (long)mpn_sizeinbase(ratio->n, (mp_size_t)ratio->n_limbs, 2);
    const long d_bits = (long)mpn_sizeinbase(ratio->d, (mp_size_t)ratio->d_limbs, 2);
    /* Scaled so that the quotient has 62 or 63 bits: one limb, and bits to round with. */
    const long scale = 62 - (n_bits - d_bits);
    lim_limb top[LIM_RATIO_LIMBS + 1], rest[LIM_RATIO_LIMBS], quotient[2];
    shift_down(top, ratio->d_limbs + 1, ratio->n, ratio->n_limbs, -scale);
    const size_t top_limbs = lim_nat_trim(top, ratio->d_limbs + 1);
    bool inexact = scale < 0 && (long)mpn_scan1(ratio->n, 0) < -scale;
    mpn_tdiv_qr(quotient, rest, 0, top, (mp_size_t)top_limbs, ratio->d, (mp_size_t)ratio->d_limbs);
    inexact = inexact || lim_nat_trim(rest, ratio->d_limbs) != 0;
    lim_limb q = quotient[0];
    const int drop = q >> 62 != 0 ? 10 : 9; /* down to 53 bits */
    const lim_limb half = (lim_limb)1 << (drop - 1), tail = q & (2 * half - 1);
    q >>= drop;
    if (tail > half || (tail == half && (inexact || (q & 1) != 0))) q++;
    const double size = ldexp((double)q, (int)(drop - scale));
    return ratio->negative ? -size : size;
}

/* Not by mpn_get_str, which takes memory of its own for long numbers. */
static size_t decimal(const lim_limb *a, size_t limbs, char *text) {
    enum { CHUNK = 19 }; /* digits of a limb */
    lim_limb rest[LIM_RATIO_LIMBS];
    size_t length = 0;
    memcpy(rest, a, limbs * sizeof *rest);
    do {
        lim_limb low = limbs > 0 ? mpn_divrem_1(rest, 0, rest, (mp_size_t)limbs, UINT64_C(10000000000000000000)) : 0;
        limbs = lim_nat_trim(rest, limbs);
        for (int i = 0; i < CHUNK && (i == 0 || limbs > 0 || low > 0); i++, low /= 10)
            text[length++] = (char)('0' + low % 10);
    } while (limbs > 0);
    for (size_t i = 0, j = length - 1; i < j; i++, j--) {
        const char swap = text[i];
        text[i] = text[j];
        text[j] = swap;
    }
    return length;
}

size_t lim_ratio_text(const lim_ratio *ratio, char *text) {
    size_t length = 0;
    if (ratio->negative) text[length++] = '-';
    length += decimal(ratio->n, ratio->n_limbs, text + length);
    text[length++] = '/';
    length += decimal(ratio->d, ratio->d_limbs, text + length);
    text[length] = '\0';
    return length;
}
