#include "nn/layers/conv2d/solvers/depthwise.h"

#include <algorithm>

#include "nn/layers/conv2d/border.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/padded_src.h"

namespace tiramisu::nn {

namespace {

constexpr int along_channels = 0, along_columns = 1;
constexpr int most_rows = 4, most_columns = 16;

/// Whether columns lie next to each other where they are read and stored, and more than a vector of
/// them is read one after another. Otherwise channels are better lanes, even if the copy of the
/// image has to turn them.
bool has_rows_of_vectors(const conv2d_task &task) {
    return task.layouts.src == layout::nchw && task.layouts.dst == layout::nchw &&
           task.problem.sw == 1 && task.problem.ow > task.target.lanes;
}

/// A configuration, by its parameters.
struct blocks {
    bool channels_are_lanes;
    int lanes;
    int channels, rows, columns; ///< of a tile in registers
    int copied_rows;             ///< of the result, whose part of the image is copied at once

    blocks(const conv2d_task &task, const configuration &chosen)
        : channels_are_lanes(chosen.at("along") == along_channels),
          lanes(channels_are_lanes ? task.target.lanes : lanes_of_a_row(task)),
          channels(channels_are_lanes ? lanes : 1), rows(chosen.at("y")),
          columns(chosen.at("x") * (channels_are_lanes ? 1 : lanes)),
          copied_rows(chosen.at("y_block")) {}
};

/// For each element of the kernel the channels next to each other.
weights_arrangement channels_last(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    return {{p.kh, p.kw, p.g},
            [](const weight_index &at) -> std::vector<expr> {
                return {at.ky, at.kx, at.g};
            },
            1,
            1};
}

/// Nothing where the image is copied.
std::vector<column_band> bands_in_place(const conv2d_task &task, const blocks &blocking) {
    return blocking.channels_are_lanes ? bands_in_place(task) : std::vector<column_band>();
}

/// The sums and results of a band, or of all columns.
struct stages {
    conv2d_iterators at;
    int first_column, kernel_columns;
    bool has_all_rows; ///< of the kernel, at every position
    computation sums, result;
};

class depthwise_schedule {
public:
    depthwise_schedule(const conv2d_task &task, const blocks &blocking, std::vector<stages> &bands)
        : task_(task), blocking_(blocking), bands_(bands), y_block_("y_block"), x_tile_("x_tile"),
          g_block_("g_block") {}

    void apply() {
        for (stages &of : bands_) {
            cut_into_tiles(of);
        }
        for (std::size_t i = 1; i < bands_.size(); i++) {
            bands_[i - 1].result.then(bands_[i].result, y_block_);
        }
        const int groups = divided_up(task_.problem.g, blocking_.channels);
        for (stages &of : bands_) {
            of.result.parallelize(parallel_loop(task_, of.at.n, {g_block_, groups}, y_block_));
        }
    }

    void copy(const padded_src &padded) {
        computation zeros = *padded.copy, result = bands_.front().result;
        const conv2d_iterators &at = bands_.front().at;
        const int lanes = task_.target.lanes;
        zeros.init().vectorize(blocking_.channels_are_lanes ? at.g : var("sx"), lanes,
                               tail::masked);
        if (padded.has_image) {
            zeros.update(0).vectorize(blocking_.channels_are_lanes ? at.g : var("ix"), lanes,
                                      tail::masked);
        }
        if (is_met_without_gaps(task_.problem)) {
            zeros.compute_at(result, copied_.back());
        }
    }

private:
    void cut_into_tiles(stages &of) {
        const var rows("y_in_block"), y_tile("y_tile"), y("y_in"), x("x_in"), g("g_in");
        computation &result = of.result;
        if (of.first_column != 0) {
            result.shift(of.at.x, -of.first_column); // tiles begin with the band
        }
        result.split(of.at.g, blocking_.channels, g_block_, g);
        result.split(of.at.y, blocking_.copied_rows, y_block_, rows);
        result.split(rows, blocking_.rows, y_tile, y);
        const column_loops columns = cut_into_blocks(task_, result, of.at.x, blocking_.columns);
        result.split(columns.columns, blocking_.columns, x_tile_, x);
        copied_ = followed_by({of.at.n, g_block_, y_block_}, columns.outer);
        result.reorder(followed_by(copied_, {y_tile, x_tile_, y, x, g}));
        keep_in_registers(result, y, x, g);
        sum_up(of);
    }

    /// The innermost loop is that over channels, or, where these are not lanes, over columns.
    void keep_in_registers(computation part, const var &y, const var &x, const var &g) {
        part.tag_unroll_level(y);
        if (blocking_.channels_are_lanes) {
            part.tag_unroll_level(x);
            part.vectorize(g, blocking_.lanes, var("g_vector"), var("g_lane"), tail::masked);
        } else {
            const var vector("x_vector"), lane("x_lane");
            part.vectorize(x, blocking_.lanes, vector, lane, tail::masked);
            part.tag_unroll_level(vector);
        }
    }

    void sum_up(stages &of) {
        constexpr int unrolled_weights = 25;
        computation start = of.sums.init(), steps = of.sums.update(0);
        steps.reorder({of.at.ky, of.at.kx, of.at.y, of.at.x, of.at.g});
        for (const computation &part : {start, steps}) {
            keep_in_registers(part, of_a_tile(task_, part, of.at.y, blocking_.rows),
                              of_a_tile(task_, part, of.at.x, blocking_.columns), of.at.g);
        }
        if (of.kernel_columns <= unrolled_weights) {
            steps.tag_unroll_level(of.at.kx);
        }
        if (of.has_all_rows && task_.problem.kh * of.kernel_columns <= unrolled_weights) {
            steps.tag_unroll_level(of.at.ky);
        }
        of.sums.compute_at(of.result, x_tile_);
    }

    const conv2d_task &task_;
    const blocks &blocking_;
    std::vector<stages> &bands_;
    const var y_block_, x_tile_, g_block_;
    std::vector<var> copied_; ///< loops around what one copy of a part of the image serves
};

stages declare(const conv2d_iterators &at, const std::string &suffix, const conv2d_tensors &tensors,
               const padded_src &src, const column_band &band) {
    computation sums("sums" + suffix, {at.n, at.y, at.x, at.g}, tensors.start(0));
    sums(at.n, at.y, at.x, at.g) += tensors.weights(at.g, 0, 0, at.ky, at.kx) * src.at(at, 0);
    const result_position place = {0, at.y, at.x};
    computation result("result" + suffix, {at.n, at.y, at.x, at.g},
                       tensors.finished(sums(at.n, at.y, at.x, at.g), place));
    tensors.store_result(result, place);
    return {at, band.first, band.kernel_end - band.kernel_first, suffix.empty(), sums, result};
}

} // namespace

std::string depthwise_conv2d::why_not(const conv2d_task &task) const {
    if (task.channels() != 1 || task.filters() != 1) {
        return "groups of " + std::to_string(task.channels()) + " channels and " +
               std::to_string(task.filters()) + " filters, must be of one channel and one filter";
    }
    return why_no_pooling(task);
}

std::size_t depthwise_conv2d::workspace_bytes(const conv2d_task &task,
                                              const configuration &chosen) const {
    const blocks blocking(task, chosen);
    return bands_in_place(task, blocking).empty()
               ? padded_bytes(task, std::min(blocking.channels, task.problem.g),
                              blocking.copied_rows)
               : 0;
}

std::vector<tunable> depthwise_conv2d::tunables(const conv2d_task &task) const {
    return {{"along", {along_channels, along_columns}},
            {"x", up_to(most_columns)},
            {"y", up_to(task.any_size ? 1 : most_rows)},
            {"y_block", up_to(task.problem.oh)}};
}

namespace {

constexpr int sums = 8; // enough to hide how long a multiply-add takes on two units

/// Of about as many pieces as there are sums: if possible so that all are equal.
int equal_columns(int size) {
    for (int piece = sums + 2; piece >= sums - 2; piece--) {
        if (size % piece == 0) {
            return piece;
        }
    }
    return divided_up(size, divided_up(size, sums));
}

int widest(const std::vector<column_band> &bands) {
    int columns = 0;
    for (const column_band &band : bands) {
        columns = std::max(columns, band.end - band.first);
    }
    return columns;
}

} // namespace

configuration depthwise_conv2d::default_configuration(const conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    const bool along_rows = has_rows_of_vectors(task);
    const auto bands = along_rows ? std::vector<column_band>() : bands_in_place(task);
    const int pieces = along_rows      ? divided_up(p.ow, lanes_of_a_row(task))
                       : bands.empty() ? p.ow
                                       : widest(bands);
    const int columns = equal_columns(pieces);
    const int rows =
        along_rows && !task.any_size ? std::clamp(sums / columns, 1, std::min(2, p.oh)) : 1;
    const int channels = along_rows ? 1 : task.target.lanes;
    return {{"along", along_rows ? along_columns : along_channels},
            {"x", columns},
            {"y", rows},
            {"y_block", rows_of_a_block(task, {rows, std::min(channels, p.g),
                                               p.mb * divided_up(p.g, channels), 8})}};
}

conv2d_program depthwise_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                          const std::string &name) const {
    const blocks blocking(task, chosen);
    const weights_arrangement packed =
        blocking.channels_are_lanes ? channels_last(task) : plain_weights(task);
    std::optional<program> packer;
    if (blocking.channels_are_lanes) {
        packer = weights_packer(task, packed, name + "_pack_weights");
    }

    function_scope scope(name);
    const conv2d_iterators at(task);
    const conv2d_tensors tensors(task, at, packed);
    const std::vector<column_band> bands = bands_in_place(task, blocking);
    const padded_src padded(task, at, tensors.src,
                            bands.empty() ? padded_src::copies::where_needed
                                          : padded_src::copies::never,
                            blocking.channels_are_lanes ? padded_src::order::channels_last
                                                        : padded_src::order::columns_last);
    std::vector<stages> parts;
    for (const column_band &band : bands) {
        parts.push_back(declare(iterators_of(band, at, task.problem),
                                "_" + std::to_string(band.first), tensors, padded, band));
    }
    if (bands.empty()) {
        parts.push_back(declare(at, "", tensors, padded, {0, task.problem.ow, 0, task.problem.kw}));
    }
    depthwise_schedule schedule(task, blocking, parts);
    schedule.apply();
    if (padded.copy) {
        schedule.copy(padded);
    }
    return {{scope.get(), tensors.arguments()}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
