#include "nn/layers/conv2d_backward_data/solvers/phases.h"

#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/register_tile.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d_backward_data/phase.h"
#include "nn/layers/conv2d_backward_data/tensors.h"

namespace tiramisu::nn {

namespace {

constexpr int most_phases = 16; // each is nests of its own

std::vector<phase> row_phases(const conv2d_problem &p) {
    return phases_of({p.ih, p.kh, p.sh, p.ph, p.dh + 1});
}

std::vector<phase> column_phases(const conv2d_problem &p) {
    return phases_of({p.iw, p.kw, p.sw, p.pw, p.dw + 1});
}

/// A configuration, by its parameters: channels and columns whose sums are kept in registers.
struct tile_sizes {
    int channels, columns;

    tile_sizes(const backward_data_task &task, const configuration &chosen)
        : channels(chosen.at("c_vectors") * task.target.lanes), columns(chosen.at("x")) {}
};

weights_arrangement in_blocks(const conv2d_task &task, int block) {
    const conv2d_problem &p = task.problem;
    const int blocks = divided_up(task.channels(), block);
    return {{p.g, blocks, p.kh, p.kw, task.filters(), block},
            [block](const weight_index &at) -> std::vector<expr> {
                return {at.g, at.c / block, at.ky, at.kx, at.f, at.c % block};
            },
            task.filters(),
            blocks *block};
}

class phases_program {
public:
    phases_program(const backward_data_task &task, const tile_sizes &tile,
                   const weights_arrangement &packed)
        : convolution_(convolution_of(task)), tile_(tile), at_(convolution_),
          tensors_(task, at_, packed), rows_(row_phases(convolution_.problem)),
          columns_(column_phases(convolution_.problem)),
          row_border_(rows_, convolution_.problem.oh),
          column_border_(columns_, convolution_.problem.ow), padded_(padded_copy()) {}

    std::vector<buffer> write() const {
        for (const phase &rows : rows_) {
            for (const phase &columns : columns_) {
                add(rows, columns);
            }
        }
        return tensors_.arguments();
    }

private:
    /// diff_dst with the zeros that some phase meets.
    computation padded_copy() const {
        const conv2d_problem &p = convolution_.problem;
        const var sy("sy", 0, row_border_.before + p.oh + row_border_.behind),
            sx("sx", 0, column_border_.before + p.ow + column_border_.behind);
        computation copy("padded", {at_.n, at_.g, at_.f, sy, sx}, 0.0f);
        copy(at_.n, at_.g, at_.f, at_.y + row_border_.before, at_.x + column_border_.before) =
            tensors_.diff_dst(at_.n, at_.g, at_.f, at_.y, at_.x);
        copy.init().vectorize(sx, convolution_.target.lanes, tail::masked);
        copy.update(0).vectorize(at_.x, convolution_.target.lanes, tail::masked);
        return copy;
    }

    void add(const phase &rows, const phase &columns) const {
        const conv2d_problem &p = convolution_.problem;
        const std::string name =
            "_" + std::to_string(rows.first) + "_" + std::to_string(columns.first);
        const var v("v", 0, rows.count), h("h", 0, columns.count);
        const std::vector<var> pixel = {at_.n, at_.g, v, h, at_.c};
        if (rows.taps == 0 || columns.taps == 0) {
            computation nothing("result" + name, pixel, 0.0f);
            store(nothing, rows, columns, v, h);
            return;
        }
        const var ty("ty", 0, rows.taps), tx("tx", 0, columns.taps);
        computation sums("sums" + name, pixel, 0.0f);
        sums(at_.n, at_.g, v, h, at_.c) +=
            tensors_.weights(at_.g, at_.f, at_.c, rows.tap + rows.tap_step * ty,
                             columns.tap + columns.tap_step * tx) *
            padded_(at_.n, at_.g, at_.f, v + (rows.at + row_border_.before) - rows.at_step * ty,
                    h + (columns.at + column_border_.before) - columns.at_step * tx);
        computation result("result" + name, pixel, sums(at_.n, at_.g, v, h, at_.c));
        store(result, rows, columns, v, h);
        schedule(result, sums, {v, h, ty, tx});
        result.parallelize(parallel_loop(convolution_, at_.n, {at_.g, p.g}, v));
    }

    void store(computation &result, const phase &rows, const phase &columns, const var &v,
               const var &h) const {
        const conv2d_problem &p = convolution_.problem;
        tensors_.store_result(result, {at_.c, v * p.sh + rows.first, h * p.sw + columns.first});
    }

    struct phase_loops {
        var v, h, ty, tx;
    };

    void schedule(computation result, const computation &sums, const phase_loops &loops) const {
        const var c_block("c_block"), c("c_in"), tile("h_tile"), h("h_in");
        result.split(at_.c, tile_.channels, c_block, c).split(loops.h, tile_.columns, tile, h);
        result.reorder({at_.n, at_.g, loops.v, c_block, tile, h, c});
        keep_in_registers(result, h, c);
        computation steps = sums.update(0);
        steps.reorder({at_.n, at_.g, loops.v, loops.ty, loops.tx, at_.f, loops.h, at_.c});
        for (const computation &part : {sums.init(), steps}) {
            keep_in_registers(part, loops.h, at_.c);
        }
        computation all = sums;
        all.compute_at(result, tile);
    }

    void keep_in_registers(computation part, const var &columns, const var &channels) const {
        const var vector("c_vector"), lane("c_lane");
        part.vectorize(channels, convolution_.target.lanes, vector, lane);
        part.tag_unroll_level(columns).tag_unroll_level(vector);
    }

    conv2d_task convolution_;
    tile_sizes tile_;
    conv2d_iterators at_;
    backward_data_tensors tensors_;
    std::vector<phase> rows_, columns_;
    phase_border row_border_, column_border_;
    computation padded_;
};

} // namespace

std::string phases_backward_data::why_not(const backward_data_task &task) const {
    const conv2d_problem &p = task.problem;
    return p.sh * p.sw > most_phases ? "stride " + size_text(p.sh, p.sw) +
                                           ", whose product may be " + std::to_string(most_phases)
                                     : "";
}

std::size_t phases_backward_data::workspace_bytes(const backward_data_task &task,
                                                  const configuration &) const {
    const conv2d_problem &p = task.problem;
    const phase_border rows(row_phases(p), p.oh), columns(column_phases(p), p.ow);
    return sizeof(float) * static_cast<std::size_t>(p.mb) * static_cast<std::size_t>(p.oc) *
           static_cast<std::size_t>(rows.before + p.oh + rows.behind) *
           static_cast<std::size_t>(columns.before + p.ow + columns.behind);
}

std::vector<tunable> phases_backward_data::tunables(const backward_data_task &task) const {
    const tile_sides sides = sides_of_fitting_tiles(task.target);
    return {{"c_vectors", sides.vectors}, {"x", sides.columns}};
}

configuration phases_backward_data::default_configuration(const backward_data_task &task) const {
    const conv2d_problem &p = task.problem;
    const register_tile tile = best_tile(
        {convolution_of(task).channels(), 1, column_phases(p).front().count}, task.target);
    return {{"c_vectors", tile.vectors}, {"x", tile.columns}};
}

packed_program phases_backward_data::generate(const backward_data_task &task,
                                              const configuration &chosen,
                                              const std::string &name) const {
    const tile_sizes tile(task, chosen);
    const conv2d_task convolution = convolution_of(task);
    const weights_arrangement packed = in_blocks(convolution, tile.channels);
    program packer = weights_packer(convolution, packed, name + "_pack_weights");
    const function_scope scope(name);
    std::vector<buffer> arguments = phases_program(task, tile, packed).write();
    return {{scope.get(), std::move(arguments)}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
