#include "tiramisu/nn/resize.h"
#include "nn/framework/tensor_layer/pixels.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/resize/resampling.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

/// Of plain images, whose columns are the lanes: a row of the result is made of a row between two
/// of the source, which lie side by side, so that only one of two interpolations jumps.
class resize_by_rows : public tensor_solver<resize_problem> {
public:
    std::string name() const override { return "rows"; }
    bool computes(element_type type) const override { return takes(pixel_use::computed, type); }
    std::string why_not(const task &of) const override {
        if (of.problem.by != resize_problem::mode::bilinear) {
            return "nearest pixels, must be bilinear";
        }
        return of.problem.format == layout::nchw
                   ? ""
                   : "layout " + to_string(of.problem.format) + ", must be nchw";
    }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return sizeof(float) * static_cast<std::size_t>(of.problem.iw);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        const resampling rows(of.problem.ih, of.problem.oh), columns(of.problem.iw, of.problem.ow);
        const var ix("ix", 0, of.problem.iw);
        std::optional<computation> between;
        pixels all(of.problem.sources(), of.problem.dst(),
                   [&](const tensor_arguments &arguments, const image_iterators &at) {
                       const input src = arguments.source(0);
                       between.emplace("between", std::vector<var>{at.n, at.c, at.y, ix},
                                       rows.bilinear(at.y, [&](const expr &row) {
                                           return widened(p_float32, src(at.n, at.c, row, ix));
                                       }));
                       return columns.bilinear(at.x, [&](const expr &column) {
                           return (*between)(at.n, at.c, at.y, column);
                       });
                   });
        between->vectorize(ix, of.target.lanes, tail::masked);
        run_as_stored(all.result, all.at, all.stored, of.target);
        between->compute_at(all.result, all.at.y);
        return all.arguments.all();
    }
};

} // namespace

pixels pixels_of(const resize_problem &problem) {
    const resampling rows(problem.ih, problem.oh), columns(problem.iw, problem.ow);
    return {problem.sources(), problem.dst(),
            [&](const tensor_arguments &arguments, const image_iterators &at) {
                const input src = arguments.source(0);
                if (problem.by == resize_problem::mode::nearest) {
                    return widened(p_float32,
                                   src(at.n, at.c, rows.nearest(at.y), columns.nearest(at.x)));
                }
                return rows.bilinear(at.y, [&](const expr &row) {
                    return columns.bilinear(at.x, [&](const expr &column) {
                        return widened(p_float32, src(at.n, at.c, row, column));
                    });
                });
            }};
}

template <>
const solver_list<tensor_task<resize_problem>, program> &all_tensor_solvers<resize_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<resize_problem>, program>::of<
            resize_by_rows, vector_pixels<resize_problem>, naive_pixels<resize_problem>>());
    return all;
}

template class layer<resize_problem, layer_options, search_options>;
template class tensor_layer<resize_problem>;

} // namespace tiramisu::nn
