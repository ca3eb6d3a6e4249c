#include "tiramisu/nn/softmax.h"

#include <cmath>

#include "support/tensor_layer_run.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::softmax_problem;

double softmax_at(const softmax_problem &problem, const plain_tensor &src, int n, int c, int y,
                  int x) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    const bool over_channels = problem.axis == 1;
    const int length = over_channels ? problem.ic : problem.iw;
    const auto value = [&](int i) { return over_channels ? src(n, i, y, x) : src(n, c, y, i); };
    for (int i = 0; i < length; i++) {
        largest = std::max(largest, value(i));
    }
    for (int i = 0; i < length; i++) {
        sum += std::exp(value(i) - largest);
    }
    const double distance = src(n, c, y, x) - largest;
    return problem.log ? distance - std::log(sum) : std::exp(distance) / sum;
}

void check(const softmax_problem &problem, const plain_tensors &sources) {
    expect_all_agree(problem, sources, [&](const plain_tensors &from, int n, int c, int y, int x) {
        return softmax_at(problem, from[0], n, c, y, x);
    });
}

TEST(Softmax, OverChannelsAndOverColumns) {
    for (const char *sizes : {"mb=3 ic=21 ih=5 iw=9", "mb=2 ic=32 ih=1 iw=1",
                              "mb=1 ic=5 ih=2 iw=80", "mb=2 ic=37 ih=1 iw=1"}) {
        for (const char *axis : {" axis=1", " axis=3", " axis=1 log=1", " axis=3 log=1"}) {
            in_every_layout(
                softmax_problem::parse(std::string("softmax ") + sizes + axis),
                [](const softmax_problem &problem) { check(problem, random_sources(problem)); });
        }
    }
}

TEST(Softmax, LargeValuesDoNotOverflow) {
    for (const char *axis : {"axis=1", "axis=3", "axis=1 log=1", "axis=3 log=1"}) {
        in_every_layout(softmax_problem::parse(std::string("softmax ic=18 ih=3 iw=20 ") + axis),
                        [](const softmax_problem &problem) {
                            plain_tensors sources = random_sources(problem);
                            for (float &one : sources[0].elements) {
                                one = one * 10 + 1000;
                            }
                            check(problem, sources);
                        });
    }
}

} // namespace
} // namespace tiramisu
