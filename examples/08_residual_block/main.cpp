// ResNet's basic block as a chain of convolutions: solvers are measured, and the fastest are used.
#include "plain_block.h"

#include <tiramisu/nn/nn.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>

using namespace tiramisu::nn;

namespace {

/// Of the fastest of some runs.
template <typename Run>
double milliseconds(const Run &run) {
    double fastest = 1e9;
    for (int i = 0; i < 20; i++) {
        const auto start = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - start;
        fastest = std::min(fastest, taken.count());
    }
    return fastest;
}

/// Runs the block as these options say; the largest difference from the plain loops.
float try_block(const plain_block &data, const std::vector<conv2d_problem> &steps,
                const conv2d_options &opts) {
    const conv2d_chain block(steps, opts);
    const auto weights = block.pack({data.first_weights.data(), data.second_weights.data()});
    std::vector<float> dst(data.expected.size());
    const double time = milliseconds([&] {
        block.run(data.src.data(), weights, {nullptr, nullptr}, dst.data());
    });
    float difference = 0;
    for (std::size_t i = 0; i < dst.size(); i++) {
        difference = std::max(difference, std::fabs(dst[i] - data.expected[i]));
    }
    std::printf("%s, then %s: %.3f ms, largest difference %.1g\n",
                block.steps()[0].solver().c_str(), block.steps()[1].solver().c_str(), time,
                difference);
    return difference;
}

} // namespace

int main() {
    const std::string sizes = "conv2d mb=1 ic=64 oc=64 ih=28 iw=28 kh=3 kw=3 ph=1 pw=1 ";
    const std::vector<conv2d_problem> steps = {
        conv2d_problem::parse(sizes + "post=relu"),
        conv2d_problem::parse(sizes + "post=residual_add+relu")};
    const plain_block data;
    const float by_rule = try_block(data, steps, {});

    // A program that is used more than once keeps this file.
    const std::filesystem::path file = "residual_block.sqlite";
    perf_db results(file.string());
    find_options search;
    search.configurations = 1;
    search.results = &results;
    find(steps, search);
    conv2d_options measured;
    measured.results = &results;
    const float found = try_block(data, steps, measured);
    return by_rule < 1e-3f && found < 1e-3f ? 0 : 1;
}
