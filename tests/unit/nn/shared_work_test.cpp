#include "nn/sparse/conv2d/shared_work.h"

#include <gtest/gtest.h>

#include "nn/sparse/conv2d/lane_grid.h"

namespace tiramisu::nn {
namespace {

/// Of `lifted`, cut by default.
shared_work shared_by(int threads, const std::string &problem, double density) {
    sparse_conv2d_task task{
        conv2d_problem::parse("conv2d kh=3 kw=3 ph=1 pw=1 " + problem), {}, {}, density};
    task.target.threads = threads;
    task.target.l2_bytes = 1 << 20;
    task = task.checked({});
    const lane_grid grid = lifted_grid(task);
    return work_to_share(task,
                         {task, grid, grid.lanes(), default_tiling(task, grid, grid.lanes())});
}

TEST(SharedWork, IsThatOfImagesWhereThereIsAGroupForEachThread) {
    EXPECT_EQ(shared_by(2, "mb=32 ic=256 oc=256 ih=7 iw=7", 0.1), shared_work::images);
    EXPECT_EQ(shared_by(1, "mb=32 ic=256 oc=256 ih=7 iw=7", 0.1), shared_work::nothing);
}

TEST(SharedWork, IsThatOfSlabsWhereImagesHaveRowsOfTilesForAllThreads) {
    EXPECT_EQ(shared_by(2, "ic=64 oc=64 ih=56 iw=56", 0.1), shared_work::slabs);
}

TEST(SharedWork, IsThatOfFiltersWhereImagesAreOneTileHigh) {
    EXPECT_EQ(shared_by(2, "ic=256 oc=256 ih=14 iw=14", 0.1), shared_work::filters);
    EXPECT_EQ(shared_by(1, "ic=256 oc=256 ih=14 iw=14", 0.1), shared_work::nothing);
}

TEST(SharedWork, OfFiltersHasToPayForStartingThreads) {
    EXPECT_EQ(shared_by(2, "ic=32 oc=32 ih=8 iw=8", 0.1), shared_work::nothing);
    EXPECT_EQ(shared_by(2, "ic=256 oc=256 ih=14 iw=14", 0.001), shared_work::nothing);
}

} // namespace
} // namespace tiramisu::nn
