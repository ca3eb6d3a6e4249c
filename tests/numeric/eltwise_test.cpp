#include "tiramisu/nn/eltwise.h"

#include <cmath>

#include "support/tensor_layer_run.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::eltwise_problem;

eltwise_problem sized(const std::string &text) {
    return eltwise_problem::parse("eltwise " + text);
}

TEST(Eltwise, ActivationsInEveryLayout) {
    const auto check = [](const eltwise_problem &problem) {
        expect_all_agree(problem, random_sources(problem),
                         [](const plain_tensors &from, int n, int c, int y, int x) {
                             const double value = std::max(from[0](n, c, y, x), 0.0);
                             return 1 / (1 + std::exp(-value));
                         });
    };
    in_every_layout(sized("mb=2 ic=19 ih=5 iw=7 post=relu+sigmoid"), check);
    in_every_layout(sized("mb=1 ic=32 ih=3 iw=11 post=relu+sigmoid"), check);
}

TEST(Eltwise, SumsAndProductsOfTwoTensors) {
    in_every_layout(
        sized("mb=2 ic=17 ih=4 iw=5 with=add post=relu"), [](const eltwise_problem &problem) {
            expect_all_agree(problem, random_sources(problem),
                             [](const plain_tensors &from, int n, int c, int y, int x) {
                                 return std::max(from[0](n, c, y, x) + from[1](n, c, y, x), 0.0);
                             });
        });
    in_every_layout(sized("mb=1 ic=16 ih=4 iw=5 with=mul"), [](const eltwise_problem &problem) {
        expect_all_agree(problem, random_sources(problem),
                         [](const plain_tensors &from, int n, int c, int y, int x) {
                             return from[0](n, c, y, x) * from[1](n, c, y, x);
                         });
    });
}

TEST(Eltwise, WhatIsNoNumberComesOutAsOfTheNaiveSolver) {
    const eltwise_problem problem = sized("ic=1 ih=1 iw=40 with=add post=leaky_relu:0.1");
    plain_tensors sources = random_sources(problem);
    const float infinity = std::numeric_limits<float>::infinity();
    sources[0].elements[3] = sources[0].elements[20] = infinity;
    sources[1].elements[3] = -infinity;
    for (const char *solver : {"vectors", "naive"}) {
        nn::layer_options opts;
        opts.solver = solver;
        const std::vector<float> result = run_tensor_layer(nn::eltwise(problem, opts), sources);
        EXPECT_TRUE(std::isnan(result[3]));
        EXPECT_EQ(result[20], infinity);
    }
}

} // namespace
} // namespace tiramisu
