// Electric and magnetic fields in two dimensions: one nest after shifts, skewed and tiled in time.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TMAX = size_of(argc, argv, 20, 40), NX = size_of(argc, argv, 20, 60),
              NY = size_of(argc, argv, 30, 80);
    init("fdtd_2d_tiled");
    function *fct = global::get_implicit_function();

    constant c_T("T", TMAX), c_X("X", NX), c_Y("Y", NY);
    var t("t", 0, TMAX), i("i", 0, NX), j("j", 0, NY), t_s("t_s"), i_s("i_s");
    var t_o("t_o"), i_o("i_o"), t_i("t_i"), i_i("i_i");
    input fict("fict", {t}, p_float64), ex("ex", {i, j}, p_float64), ey("ey", {i, j}, p_float64),
        hz("hz", {i, j}, p_float64);
    computation ey_out("[T,X,Y]->{ey_out[t,i,j]: 0<=t<T and 0<i<X and 0<=j<Y}",
                       ey(i, j) - (hz(i, j) - hz(i - 1, j)) * 0.5, true, p_float64, fct);
    computation ey_slice("[T,X,Y]->{ey_slice[t,i,j]: 0<=t<T and i=0 and 0<=j<Y}", fict(t), true,
                         p_float64, fct);
    computation ex_out("[T,X,Y]->{ex_out[t,i,j]: 0<=t<T and 0<=i<X and 0<j<Y}",
                       ex(i, j) - (hz(i, j) - hz(i, j - 1)) * 0.5, true, p_float64, fct);
    computation hz_out("[T,X,Y]->{hz_out[t,i,j]: 0<=t<T and 0<=i<X-1 and 0<=j<Y-1}",
                       hz(i, j) - (ex(i, j + 1) - ex(i, j) + ey(i + 1, j) - ey(i, j)) * 0.7, true,
                       p_float64, fct);
    buffer b_fict("b_fict", {TMAX}, p_float64, a_input),
        b_ex("b_ex", {NX, NY}, p_float64, a_output), b_ey("b_ey", {NX, NY}, p_float64, a_output),
        b_hz("b_hz", {NX, NY}, p_float64, a_output);
    fict.store_in(&b_fict);
    ex.store_in(&b_ex);
    ey.store_in(&b_ey);
    hz.store_in(&b_hz);
    ey_slice.store_in(&b_ey, {i, j});
    ey_out.store_in(&b_ey, {i, j});
    ex_out.store_in(&b_ex, {i, j});
    hz_out.store_in(&b_hz, {i, j});

    ey_slice.then(ey_out, t).then(ex_out, t).then(hz_out, t);
    perform_full_dependency_analysis();
    hz_out.shift(i, 1);
    for (computation *step : {&ey_slice, &ey_out, &ex_out, &hz_out}) {
        step->skew(t, i, 1, 0, 1, 1, t_s, i_s);
        step->tile(t_s, i_s, 6, 8, t_o, i_o, t_i, i_i);
    }
    ey_slice.then(ey_out, i_i).then(ex_out, i_i).then(hz_out, i_i);
    ey_out.vectorize(j, 8);
    ex_out.vectorize(j, 8);
    hz_out.vectorize(j, 8);

    codegen({&b_fict, &b_ex, &b_ey, &b_hz}, "fdtd_2d_tiled.o");
}
