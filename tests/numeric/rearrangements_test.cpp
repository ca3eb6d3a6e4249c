// Layers that compute nothing.
#include "support/tensor_layer_run.h"
#include "tiramisu/nn/concat.h"
#include "tiramisu/nn/reorder.h"

namespace tiramisu {
namespace {

using namespace oracle;

TEST(Concat, ChannelsOneAfterAnotherInEveryLayout) {
    for (const char *channels : {"19", "16+32", "3+18+16+1"}) {
        in_every_layout(
            nn::concat_problem::parse(std::string("concat mb=2 ih=4 iw=9 ic=") + channels),
            [](const nn::concat_problem &problem) {
                expect_all_agree(
                    problem, random_sources(problem),
                    [](const plain_tensors &from, int n, int c, int y, int x) {
                        std::size_t source = 0;
                        while (c >= from[source].extents[1]) {
                            c -= from[source++].extents[1];
                        }
                        return from[source](n, c, y, x);
                    },
                    0);
            });
    }
}

TEST(Reorder, FromEveryLayoutToEveryLayout) {
    for (const char *sizes : {"mb=2 ic=19 ih=5 iw=7", "mb=1 ic=32 ih=4 iw=33"}) {
        for (const char *to : {" to=nchw", " to=nhwc", " to=nchw16c"}) {
            in_every_layout(nn::reorder_problem::parse(std::string("reorder ") + sizes + to),
                            [](const nn::reorder_problem &problem) {
                                expect_all_agree(
                                    problem, random_sources(problem),
                                    [](const plain_tensors &from, int n, int c, int y, int x) {
                                        return from[0](n, c, y, x);
                                    },
                                    0);
                            });
        }
    }
}

} // namespace
} // namespace tiramisu
