// A sum of complex products over index tables with signs: tables say which colours and spins of
// three factors meet; real and imaginary parts are computed side by side.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int SITES = size_of(argc, argv, 5, 20), SOURCES = size_of(argc, argv, 3, 8), TERMS = 12,
              COLOURS = 3, SPINS = 2;
    init("baryons");

    var n("n", 0, SOURCES), x("x", 0, SITES), y("y", 0, SITES), t("t", 0, TERMS);
    var c("c", 0, COLOURS), s("s", 0, SPINS), f("f", 0, 3);
    input P_re("P_re", {f, c, s, x, y}, p_float32), P_im("P_im", {f, c, s, x, y}, p_float32);
    input colour("colour", {t, f}, p_int32), spin("spin", {t, f}, p_int32),
        sign("sign", {t}, p_int32);
    input weight("weight", {n, y}, p_float32);

    auto re = [&](int which) { return P_re(which, colour(t, which), spin(t, which), x, y); };
    auto im = [&](int which) { return P_im(which, colour(t, which), spin(t, which), x, y); };
    computation pair_re("pair_re", {x, y, t}, re(0) * re(1) - im(0) * im(1));
    computation pair_im("pair_im", {x, y, t}, re(0) * im(1) + im(0) * re(1));
    computation init_re("init_re", {x, y}, expr(0.f)), init_im("init_im", {x, y}, expr(0.f));
    computation B_re("B_re", {x, y, t}, p_float32), B_im("B_im", {x, y, t}, p_float32);
    expr plus_or_minus = cast(p_float32, sign(t));
    B_re.set_expression(B_re(x, y, t) +
                        plus_or_minus * (pair_re(x, y, t) * re(2) - pair_im(x, y, t) * im(2)));
    B_im.set_expression(B_im(x, y, t) +
                        plus_or_minus * (pair_re(x, y, t) * im(2) + pair_im(x, y, t) * re(2)));
    computation out_init("out_init", {n, x}, expr(0.f));
    computation out("out", {n, x, y}, p_float32);
    out.set_expression(out(n, x, y) + weight(n, y) * (B_re(x, y, 0) * B_re(x, y, 0) +
                                                      B_im(x, y, 0) * B_im(x, y, 0)));

    init_re.then(init_im, y).then(pair_re, y).then(pair_im, t).then(B_re, t).then(B_im, t);
    B_im.then(out_init, computation::root).then(out, x);
    init_re.tag_parallel_level(x);
    out_init.tag_parallel_level(n);

    buffer b_Pre("b_Pre", {3, COLOURS, SPINS, SITES, SITES}, p_float32, a_input);
    buffer b_Pim("b_Pim", {3, COLOURS, SPINS, SITES, SITES}, p_float32, a_input);
    buffer b_colour("b_colour", {TERMS, 3}, p_int32, a_input);
    buffer b_spin("b_spin", {TERMS, 3}, p_int32, a_input),
        b_sign("b_sign", {TERMS}, p_int32, a_input);
    buffer b_weight("b_weight", {SOURCES, SITES}, p_float32, a_input);
    buffer b_pre("b_pre", {1}, p_float32, a_temporary), b_pim("b_pim", {1}, p_float32, a_temporary);
    buffer b_Bre("b_Bre", {SITES, SITES}, p_float32, a_temporary);
    buffer b_Bim("b_Bim", {SITES, SITES}, p_float32, a_temporary);
    buffer b_out("b_out", {SOURCES, SITES}, p_float32, a_output);
    P_re.store_in(&b_Pre);
    P_im.store_in(&b_Pim);
    colour.store_in(&b_colour);
    spin.store_in(&b_spin);
    sign.store_in(&b_sign);
    weight.store_in(&b_weight);
    pair_re.store_in(&b_pre, {0});
    pair_im.store_in(&b_pim, {0});
    init_re.store_in(&b_Bre);
    init_im.store_in(&b_Bim);
    B_re.store_in(&b_Bre, {x, y});
    B_im.store_in(&b_Bim, {x, y});
    out_init.store_in(&b_out);
    out.store_in(&b_out, {n, x});
    codegen({&b_Pre, &b_Pim, &b_colour, &b_spin, &b_sign, &b_weight, &b_out}, "baryons.o");
}
