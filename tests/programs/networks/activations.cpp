// Activations of the same values: ReLU, ReLU bounded by 6, leaky ReLU, hard sigmoid, sigmoid and
// hyperbolic tangent, all in one nest. Some tagged levels do not exist.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    global::set_default_tiramisu_options();
    function f("activations");
    constant N("N", expr(size_of(argc, argv, 11, 100)), p_int32, true, NULL, 0, &f);
    constant M("M", expr(size_of(argc, argv, 21, 90)), p_int32, true, NULL, 0, &f);

    var i("i"), j("j");
    computation x("[N,M]->{x[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_float32, &f);
    auto stage = [&](const std::string &name, const expr &value) {
        return computation("[N,M]->{" + name + "[i,j]: 0<=i<N and 0<=j<M}", value, true, p_float32,
                           &f);
    };
    computation relu = stage("relu", expr(o_max, x(i, j), expr(0.f)));
    computation relu6 = stage("relu6", expr(o_min, relu(i, j), expr((float)6)));
    computation leaky = stage("leaky", expr(o_select, x(i, j) >= 0.f, x(i, j), x(i, j) * 0.125f));
    computation hard = stage("hard", clamp(x(i, j) * 0.25f + 0.5f, 0.f, 1.f));
    computation sigmoid = stage("sig", expr(1.f) / (expr(1.f) + expr(o_expo, -x(i, j))));
    computation tangent = stage("tangent", expr(o_tanh, x(i, j)));

    buffer b_x("b_x", {N, M}, p_float32, a_input, &f);
    buffer b_out("b_out", {6, N, M}, p_float32, a_output, &f);
    x.set_access("{x[i,j]->b_x[i,j]}");
    int at = 0;
    computation *before = nullptr;
    for (computation *c : {&relu, &relu6, &leaky, &hard, &sigmoid, &tangent}) {
        c->set_access("{" + c->get_name() + "[i,j]->b_out[" + std::to_string(at++) + ",i,j]}");
        if (before != nullptr) {
            c->after(*before, 0);
        }
        before = c;
        c->tag_parallel_level(0);
        c->tag_vector_level(5, 8);
    }

    f.set_arguments({&b_x, &b_out});
    f.gen_time_space_domain();
    f.gen_isl_ast();
    f.gen_halide_stmt();
    f.gen_halide_obj("activations.o");
}
