/* Numbers under the geometry: vectors, angles, rounding.
 *
 * Lengths in the state are int64 micrometres, angles int32 thousandths of a degree clockwise from
 * north (+y is north, +x is east). Calculations are in double, and each result is rounded once.
 * Sine, cosine and arctangent here use + - * / and sqrt alone, which IEEE 754 defines to the last
 * bit: every machine and compiler gives the same result, which no libm promises. Build with
 * -ffp-contract=off. Everything here is pure. */
#ifndef LIM_GEOMATH_H
#define LIM_GEOMATH_H

#include <float.h>

/* Results have the same bits everywhere only where each operation is rounded once, to a double, as it is written. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||                         \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Limber needs exact arithmetic: compile without -ffast-math, -Ofast and their parts"
#endif
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "Limber needs arithmetic in doubles: compile without -mfpmath=387 (on x86: -msse2 -mfpmath=sse)"
#endif

#include <stdint.h>

#define LIM_TURN 360000 /* a full turn */
#define LIM_TOUCH 2     /* bases touch, and a whole millimetre is met, within so many micrometres */

typedef struct lim_point {
    int64_t x, y;
} lim_point; /* micrometres */
typedef struct lim_vec {
    double x, y;
} lim_vec; /* micrometres, or a direction of length 1 */

static inline lim_vec lim_vec_sub(lim_vec a, lim_vec b) { return (lim_vec){a.x - b.x, a.y - b.y}; }

/* a + k b */
static inline lim_vec lim_vec_along(lim_vec a, lim_vec b, double k) { return (lim_vec){a.x + k * b.x, a.y + k * b.y}; }

static inline double lim_vec_dot(lim_vec a, lim_vec b) { return a.x * b.x + a.y * b.y; }

/* Above 0 when b points to the left of a. */
static inline double lim_vec_cross(lim_vec a, lim_vec b) { return a.x * b.y - a.y * b.x; }

/* v turned a quarter clockwise: what lies to the right of one who looks along v. */
static inline lim_vec lim_vec_right(lim_vec v) { return (lim_vec){v.y, -v.x}; }

/* v turned clockwise by the angle whose direction is `turn`. */
static inline lim_vec lim_vec_turned(lim_vec v, lim_vec turn) {
    return (lim_vec){v.x * turn.y + v.y * turn.x, v.y * turn.y - v.x * turn.x};
}

static inline double lim_least(double a, double b) { return a < b ? a : b; }

static inline double lim_most(double a, double b) { return a > b ? a : b; }

static inline lim_vec lim_vec_of(lim_point p) { return (lim_vec){(double)p.x, (double)p.y}; }

double lim_vec_length(lim_vec v);

/* To the nearest whole, halves away from 0. x must fit an int64. */
int64_t lim_round(double x);
lim_point lim_round_point(lim_vec v);

typedef enum lim_rounding { LIM_DOWN, LIM_UP, LIM_NEAREST } lim_rounding;

/* A measured distance in whole millimetres. Within LIM_TOUCH of a whole millimetre it is that one;
 * else `mode` decides, halves going up. Negative distances round as their size does. */
int64_t lim_round_mm(int64_t um, lim_rounding mode);

/* Any angle as 0..359999. */
int32_t lim_angle_normal(int64_t angle);

/* The least turn that takes `from` to `to`, clockwise above 0: -179999..180000. */
int32_t lim_angle_turn(int64_t from, int64_t to);

/* The direction of a bearing: (sine, cosine), exact at quarter turns, elsewhere within 2^-52. Taylor
 * series on an eighth of a turn either way. */
lim_vec lim_angle_vec(int64_t angle);

/* The direction of a bearing in radians, some turns either way. */
lim_vec lim_radian_vec(double angle);

/* Radians of an angle, not normalised. */
double lim_angle_radians(int64_t angle);

/* The bearing of a vector, to the nearest thousandth, 0..359999; 0 for the null vector. */
int32_t lim_vec_bearing(lim_vec v);

/* The arctangent of y / x in the quadrant of (x, y), -pi..pi, within 2^-50; 0 for (0, 0). One step of
 * the addition formula by a twelfth of a turn, then the Taylor series. */
double lim_atan2(double y, double x);

#endif
