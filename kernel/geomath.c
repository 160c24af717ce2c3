/* Vectors, angles, rounding: see geomath.h. */
#include "geomath.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

double lim_vec_length(lim_vec v) { return sqrt(lim_vec_dot(v, v)); }

int64_t lim_round(double x) {
    double size = x < 0 ? -x : x;
    int64_t whole = (int64_t)size;
    if (size - (double)whole >= 0.5) whole++;
    return x < 0 ? -whole : whole;
}

lim_point lim_round_point(lim_vec v) { return (lim_point){lim_round(v.x), lim_round(v.y)}; }

int64_t lim_round_mm(int64_t um, lim_rounding mode) {
    int64_t whole = um / 1000, rest = um % 1000;
    int64_t over = mode == LIM_NEAREST ? 500 : mode == LIM_UP ? LIM_TOUCH + 1 : 1000 - LIM_TOUCH;
    if (rest >= over) return whole + 1;
    return -rest >= over ? whole - 1 : whole;
}

int32_t lim_angle_normal(int64_t angle) {
    int64_t rest = angle % LIM_TURN;
    return (int32_t)(rest < 0 ? rest + LIM_TURN : rest);
}

int32_t lim_angle_turn(int64_t from, int64_t to) {
    int32_t turn = lim_angle_normal(lim_angle_normal(to) - lim_angle_normal(from));
    return turn > LIM_TURN / 2 ? turn - LIM_TURN : turn;
}

double lim_angle_radians(int64_t angle) { return (double)angle * (pi / 180000); }

/* The direction `x` radians, an eighth of a turn at most, off a quarter turn. */
static lim_vec direction(double x, int64_t quarter) {
    double z = x * x;
    double s =
        x * (1 + z * (-1.0 / 6 +
                      z * (1.0 / 120 +
                           z * (-1.0 / 5040 +
                                z * (1.0 / 362880 +
                                     z * (-1.0 / 39916800 + z * (1.0 / 6227020800 + z * (-1.0 / 1307674368000))))))));
    double c =
        1 + z * (-1.0 / 2 +
                 z * (1.0 / 24 +
                      z * (-1.0 / 720 +
                           z * (1.0 / 40320 +
                                z * (-1.0 / 3628800 +
                                     z * (1.0 / 479001600 + z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000))))))));
    switch (quarter & 3) {
    case 1: return (lim_vec){c, -s};
    case 2: return (lim_vec){-s, -c};
    case 3: return (lim_vec){-c, s};
    default: return (lim_vec){s, c};
    }
}

lim_vec lim_angle_vec(int64_t angle) {
    int32_t normal = lim_angle_normal(angle), quarter = (normal + 45000) / 90000;
    return direction(lim_angle_radians(normal - 90000 * quarter), quarter);
}

lim_vec lim_radian_vec(double angle) {
    int64_t quarter = lim_round(angle / (pi / 2));
    return direction(angle - (double)quarter * (pi / 2), quarter);
}

/* For 0 <= x <= 1. */
static double arctangent(double x) {
    const double root3 = 1.73205080756887729353, tan15 = 0.26794919243112270647;
    double start = 0;
    if (x > tan15) {
        x = (x * root3 - 1) / (root3 + x);
        start = pi / 6;
    }
    double z = x * x, sum = 0;
    for (int n = 27; n >= 1; n -= 2) sum = 1.0 / n - z * sum;
    return start + x * sum;
}

double lim_atan2(double y, double x) {
    double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    if (ax == 0 && ay == 0) return 0;
    double angle = ay > ax ? pi / 2 - arctangent(ax / ay) : arctangent(ay / ax);
    if (x < 0) angle = pi - angle;
    return y < 0 ? -angle : angle;
}

int32_t lim_vec_bearing(lim_vec v) { return lim_angle_normal(lim_round(lim_atan2(v.x, v.y) * (180000 / pi))); }
