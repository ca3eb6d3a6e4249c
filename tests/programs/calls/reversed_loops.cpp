// Back substitution: the definition runs over the distance from the end, loop_reversal gives the
// loops their usual direction and back.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 90);
    init("suffix_sums");

    var i("i", 0, N), k("k", 1, N), back("back");
    input x("x", {i}, p_int32);
    computation copied("copied", {i}, x(i));
    computation doubled("doubled", {i}, 2 * x(i));
    computation suffix("suffix", {k}, p_int32);
    suffix.set_expression(suffix(k) + suffix(k - 1));
    copied.then(doubled, computation::root).then(suffix, computation::root);

    copied.loop_reversal(i, back);
    copied.tag_parallel_level(back);
    doubled.loop_reversal(0);

    buffer b_x("b_x", {N}, p_int32, a_input), b_doubled("b_doubled", {N}, p_int32, a_output);
    buffer b_suffix("b_suffix", {N}, p_int32, a_output);
    x.store_in(&b_x);
    doubled.store_in(&b_doubled);
    copied.store_in(&b_suffix, {N - 1 - i});
    suffix.store_in(&b_suffix);
    codegen({&b_x, &b_doubled, &b_suffix}, "reversed_loops.o");
}
