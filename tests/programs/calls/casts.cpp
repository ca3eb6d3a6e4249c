// Conversions between all kinds of numbers, in the three spellings of a cast.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 18, 120);
    init("conversions");

    var i("i", 0, N);
    input x("x", {i}, p_float64);
    computation whole("whole", {i}, cast(p_int32, x(i)));
    computation byte("byte", {i}, expr(o_cast, p_uint8, whole(i)));
    computation wide("wide", {i}, cast(p_int64, byte(i)) * value_cast(p_int64, 3000000000));
    computation single("single", {i}, cast(p_float32, wide(i)) * value_cast(p_float32, 0.5));
    computation positive("positive", {i}, cast(p_float64, x(i) > 0.25) + cast(p_float64, i));
    computation down("down", {i}, cast(p_int32, floor(x(i) * 2)));
    whole.then(byte, i).then(wide, i).then(single, i).then(positive, i).then(down, i);
    whole.parallelize(i);

    buffer b_x("b_x", {N}, p_float64, a_input), b_byte("b_byte", {N}, p_uint8, a_output);
    buffer b_wide("b_wide", {N}, p_int64, a_output), b_single("b_single", {N}, p_float32, a_output);
    buffer b_positive("b_positive", {N}, p_float64, a_output),
        b_down("b_down", {N}, p_int32, a_output);
    x.store_in(&b_x);
    byte.store_in(&b_byte);
    wide.store_in(&b_wide);
    single.store_in(&b_single);
    positive.store_in(&b_positive);
    down.store_in(&b_down);
    codegen({&b_x, &b_byte, &b_wide, &b_single, &b_positive, &b_down}, "casts.o");
}
