// The same layer, made and compiled by the program that runs it.
#include "layer_data.h"

#include <tiramisu/nn/nn.h>

#include <cstdio>

using namespace tiramisu::nn;

int main() {
    const auto problem = conv2d_problem::parse(
        "conv2d mb=1 ic=64 oc=64 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu");
    for (const solver_verdict &one : conv2d_solvers(problem)) {
        std::printf("%-10s %s\n", one.solver.c_str(),
                    one.why_not.empty() ? "can do it" : one.why_not.c_str());
    }
    const conv2d layer(problem);
    std::printf("chosen: %s, %s\n", layer.solver().c_str(), layer.configuration().c_str());

    layer_data data;
    const conv2d::packed_weights packed = layer.pack(data.weights.data());
    const double compiled = median_time(
        20, [&] { layer.run(data.src.data(), packed, data.bias.data(), data.dst.data()); });
    const double plain = median_time(1, [&] { data.run_plain_loops(); });
    std::printf("plain loops %.1f ms, compiled %.2f ms\n", plain, compiled);
    std::printf("largest difference %.2g\n", data.difference());
    return data.difference() < 1e-3f ? 0 : 1;
}
