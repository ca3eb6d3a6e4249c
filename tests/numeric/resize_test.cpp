#include "tiramisu/nn/resize.h"

#include <algorithm>
#include <cmath>

#include "support/tensor_layer_run.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::resize_problem;

double bilinear(const resize_problem &problem, const plain_tensor &src, int n, int c, int y,
                int x) {
    const double row = (y + 0.5) * problem.ih / problem.oh - 0.5;
    const double column = (x + 0.5) * problem.iw / problem.ow - 0.5;
    const int top = static_cast<int>(std::floor(row)), left = static_cast<int>(std::floor(column));
    const auto value = [&](int i, int k) {
        return src(n, c, std::clamp(i, 0, problem.ih - 1), std::clamp(k, 0, problem.iw - 1));
    };
    const auto along_row = [&](int i) {
        return value(i, left) + (value(i, left + 1) - value(i, left)) * (column - left);
    };
    return along_row(top) + (along_row(top + 1) - along_row(top)) * (row - top);
}

void check(const resize_problem &problem) {
    expect_all_agree(problem, random_sources(problem),
                     [&](const plain_tensors &from, int n, int c, int y, int x) {
                         if (problem.by == resize_problem::mode::bilinear) {
                             return bilinear(problem, from[0], n, c, y, x);
                         }
                         const int row =
                             static_cast<int>((2LL * y + 1) * problem.ih / (2LL * problem.oh));
                         const int column =
                             static_cast<int>((2LL * x + 1) * problem.iw / (2LL * problem.ow));
                         return from[0](n, c, row, column);
                     });
}

TEST(Resize, LargerAndSmallerInEveryLayout) {
    for (const char *by : {" by=nearest", " by=bilinear"}) {
        for (const char *sizes : {"mb=2 ic=3 ih=7 iw=9 oh=14 ow=18", "ic=17 ih=13 iw=40 oh=5 ow=17",
                                  "ic=2 ih=1 iw=1 oh=3 ow=4", "ic=2 ih=6 iw=50 oh=9 ow=1"}) {
            in_every_layout(resize_problem::parse(std::string("resize ") + sizes + by), check);
        }
    }
}

} // namespace
} // namespace tiramisu
