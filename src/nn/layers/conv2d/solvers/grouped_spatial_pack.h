#pragma once

#include "nn/layers/conv2d/solver.h"

namespace tiramisu::nn {

/// Grouped spatial pack convolution (P. Gibson, "Compiler-centric across-stack deep learning
/// acceleration", 2023, chapter 5): tiles of t_i channels and t_o filters of a group, for any
/// number of groups. With C channels and K filters in each of g groups, weights are packed
/// beforehand as
///
///     [g][K / t_o][C / t_i][kh][kw][t_i][t_o]
///
/// and the image, with zeros around it, as [mb][g][C / t_i][rows][t_i][columns]. The temporary of
/// the results and its unpacking are left out: results go from registers to dst.
///
/// Of the tile of t_o filters by x columns either filters are lanes (`along` 0, as in the thesis)
/// or columns are (1, then x counts vectors of them), which keeps wide vectors full where groups
/// have few filters. `y_block` rows are packed at once.
class grouped_spatial_pack_conv2d : public conv2d_solver {
public:
    std::string name() const override { return "gspc"; }
    std::string why_not(const conv2d_task &task) const override;
    /// Groups whose filters, the lanes of the direct solver, would leave more of a vector's lanes
    /// off than columns do: with 8 filters and kernels of 3x3 it is 1.6 times as fast. And plain
    /// images with rows of several vectors and few channels, whose results are stored as they lie
    /// where the direct solver would turn vectors of filters.
    bool is_for_rule(const conv2d_task &task) const override;
    std::size_t workspace_bytes(const conv2d_task &task,
                                const configuration &chosen) const override;
    std::vector<tunable> tunables(const conv2d_task &task) const override;
    /// t_o and t_i the largest divisors of the filters and channels up to the lanes of a vector;
    /// along columns where these fill more lanes, and in the second case of the rule, then with a
    /// t_o up to 8; up to 16 sums.
    configuration default_configuration(const conv2d_task &task) const override;
    conv2d_program generate(const conv2d_task &task, const configuration &chosen,
                            const std::string &name) const override;
};

} // namespace tiramisu::nn
