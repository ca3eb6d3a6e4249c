#include "tiramisu/nn/pooling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/random_source.h"
#include "support/tensor_layer_run.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::pooling_problem;
using kind = nn::post::pool::kind;

double pooled(const pooling_problem &problem, const plain_tensor &src, int n, int c, int y, int x) {
    const nn::post::pool &pool = problem.pool;
    double sum = 0, largest = -std::numeric_limits<double>::infinity();
    int inside = 0;
    for (int row = y * pool.sh - pool.ph; row < y * pool.sh - pool.ph + pool.kh; row++) {
        for (int column = x * pool.sw - pool.pw; column < x * pool.sw - pool.pw + pool.kw;
             column++) {
            if (row >= 0 && row < problem.ih && column >= 0 && column < problem.iw) {
                sum += src(n, c, row, column);
                largest = std::max(largest, src(n, c, row, column));
                inside++;
            }
        }
    }
    switch (pool.what) {
    case kind::max: return largest;
    case kind::average_with_padding: return sum / (pool.kh * pool.kw);
    case kind::average_without_padding: return sum / inside;
    }
    return 0;
}

void check(const pooling_problem &problem) {
    expect_all_agree(problem, random_sources(problem),
                     [&](const plain_tensors &from, int n, int c, int y, int x) {
                         return pooled(problem, from[0], n, c, y, x);
                     });
}

TEST(Pooling, WindowsOfNetworks) {
    for (const char *pool : {"max_pool:3x3:2x2:1x1", "max_pool:2x2:2x2:0x0", "avg_pool:3x3:1x1:1x1",
                             "avg_pool_padded:3x3:2x2:1x1", "avg_pool:7x7:1x1:0x0"}) {
        const std::string sizes = "pooling mb=2 ic=18 ih=9 iw=37 pool=";
        in_every_layout(pooling_problem::parse(sizes + pool), check);
    }
}

TEST(Pooling, OneWindowOverAll) {
    in_every_layout(pooling_problem::parse("pooling ic=33 ih=7 iw=7 pool=avg_pool:7x7:7x7:0x0"),
                    check);
}

TEST(Pooling, StripsOfWindowsEndInsideAImage) {
    for (const char *pool : {"max_pool:3x3:1x1:1x1", "avg_pool:3x5:1x2:1x2",
                             "avg_pool_padded:3x3:1x1:1x1", "avg_pool:2x2:2x3:0x0"}) {
        const std::string sizes = "pooling mb=1 ic=18 ih=5 iw=67 pool=";
        in_every_layout(pooling_problem::parse(sizes + pool), check);
    }
}

TEST(Pooling, BandsOfRowsEndInsideAImage) {
    for (const char *pool : {"max_pool:3x3:1x1:1x1", "avg_pool:3x3:1x1:1x1", "avg_pool:3x3:1x2:1x1",
                             "avg_pool_padded:3x3:2x1:1x1"}) {
        const std::string sizes = "pooling mb=1 ic=2 ih=61 iw=150 pool=";
        check(pooling_problem::parse(sizes + pool));
    }
}

TEST(Pooling, WindowsThatRegistersDoNotHold) {
    pooling_problem problem =
        pooling_problem::parse("pooling ic=18 ih=3 iw=41 pool=avg_pool:2x35:1x1:1x3");
    for (const nn::layout one : {nn::layout::nhwc, nn::layout::nchw16c}) {
        problem.format = one;
        check(problem);
    }
}

/// Whether each is close to what is expected, or the same infinity, or as little a number.
bool agree(const std::vector<double> &expected, const std::vector<float> &found) {
    return std::equal(expected.begin(), expected.end(), found.begin(), found.end(),
                      [](double left, float right) {
                          return std::isfinite(left) ? std::abs(left - right) < 1e-5
                                 : std::isnan(left)  ? std::isnan(right)
                                                     : left == right;
                      });
}

/// Neither a border nor a neighbouring window brings values that a window does not have.
TEST(Pooling, InfinitiesStayInTheirWindows) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto check_infinities = [](const pooling_problem &problem) {
        plain_tensors sources = random_sources(problem);
        for (std::size_t i = 0; i < sources[0].elements.size(); i += 41) {
            sources[0].elements[i] = i % 2 == 0 ? infinity : -infinity;
        }
        const auto reference = [&](const plain_tensors &from, int n, int c, int y, int x) {
            return pooled(problem, from[0], n, c, y, x);
        };
        const auto expected = reference_of(problem.dst().extents, sources, reference);
        for (const nn::solver_verdict &one : nn::pooling::solvers(problem)) {
            if (one.why_not.empty()) {
                nn::layer_options opts;
                opts.solver = one.solver;
                EXPECT_TRUE(agree(expected, run_tensor_layer(nn::pooling(problem, opts), sources)))
                    << problem.text() << " by " << one.solver;
            }
        }
    };
    for (const char *pool : {"max_pool:3x3:1x1:1x1", "avg_pool:3x3:1x1:1x1"}) {
        const std::string sizes = "pooling ic=16 ih=6 iw=40 pool=";
        in_every_layout(pooling_problem::parse(sizes + pool), check_infinities);
    }
}

TEST(Pooling, RandomWindows) {
    for (unsigned seed = 1; seed <= 8; seed++) {
        random_source source(seed);
        pooling_problem problem;
        problem.mb = source.between(1, 3);
        problem.ic = source.between(1, 20);
        problem.ih = source.between(1, 12);
        problem.iw = source.between(1, 40);
        nn::post::pool &pool = problem.pool;
        pool.what = source.one_of(std::vector<kind>{kind::max, kind::average_with_padding,
                                                    kind::average_without_padding});
        pool.ph = source.between(0, 2);
        pool.pw = source.between(0, 2);
        pool.kh = source.between(pool.ph + 1, std::max(pool.ph + 1, std::min(5, problem.ih)));
        pool.kw = source.between(pool.pw + 1, std::max(pool.pw + 1, std::min(5, problem.iw)));
        pool.sh = source.between(1, 6); // rows may be left out
        pool.sw = source.between(1, 6);
        SCOPED_TRACE("seed " + std::to_string(seed));
        in_every_layout(problem, check);
    }
}

} // namespace
} // namespace tiramisu
