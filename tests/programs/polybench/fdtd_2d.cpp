// Electric and magnetic fields in two dimensions: four nests of a step share t.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TMAX = size_of(argc, argv, 20, 40), NX = size_of(argc, argv, 20, 60),
              NY = size_of(argc, argv, 30, 80);
    init("fdtd_2d");

    var t("t", 0, TMAX), i("i", 0, NX), j("j", 0, NY), i_1("i_1", 1, NX), j_1("j_1", 1, NY);
    var i_m("i_m", 0, NX - 1), j_m("j_m", 0, NY - 1), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input fict("fict", {t}, p_float64), ex("ex", {i, j}, p_float64), ey("ey", {i, j}, p_float64),
        hz("hz", {i, j}, p_float64);
    computation ey_slice("ey_slice", {t, j}, fict(t));
    computation ey_out("ey_out", {t, i_1, j}, ey(i_1, j) - (hz(i_1, j) - hz(i_1 - 1, j)) * 0.5);
    computation ex_out("ex_out", {t, i, j_1}, ex(i, j_1) - (hz(i, j_1) - hz(i, j_1 - 1)) * 0.5);
    computation hz_out("hz_out", {t, i_m, j_m}, p_float64);
    hz_out.set_expression(
        hz(i_m, j_m) - (ex(i_m, j_m + 1) - ex(i_m, j_m) + ey(i_m + 1, j_m) - ey(i_m, j_m)) * 0.7);

    ey_slice.then(ey_out, t).then(ex_out, t).then(hz_out, t);
    ey_slice.vectorize(j, 8);
    ey_out.parallelize(i_1);
    ey_out.vectorize(j, 8);
    ex_out.tile(i, j_1, 8, 16, i0, j0, i1, j1);
    ex_out.parallelize(i0);
    ex_out.unroll(j1, 4);
    hz_out.tag_parallel_level(i_m);
    hz_out.vectorize(j_m, 8);

    buffer b_fict("b_fict", {TMAX}, p_float64, a_input),
        b_ex("b_ex", {NX, NY}, p_float64, a_output), b_ey("b_ey", {NX, NY}, p_float64, a_output),
        b_hz("b_hz", {NX, NY}, p_float64, a_output);
    fict.store_in(&b_fict);
    ex.store_in(&b_ex);
    ey.store_in(&b_ey);
    hz.store_in(&b_hz);
    ey_slice.store_in(&b_ey, {0, j});
    ey_out.store_in(&b_ey, {i_1, j});
    ex_out.store_in(&b_ex, {i, j_1});
    hz_out.store_in(&b_hz, {i_m, j_m});

    codegen({&b_fict, &b_ex, &b_ey, &b_hz}, "fdtd_2d.o");
}
