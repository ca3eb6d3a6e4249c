#include <algorithm>

#include "nn/framework/problem/numbers.h"
#include "nn/framework/program/pieces.h"
#include "nn/layers/pooling/solvers.h"
#include "nn/layers/pooling/tensors.h"

namespace tiramisu::nn {

namespace {

constexpr int most_unrolled = 16; // rows or columns of a window that are written out

/// Sizes of what is kept. Vectors of windows are whole: those that are too many meet what does not
/// matter.
struct row_sizes {
    int lanes;   ///< windows side by side
    int windows; ///< of a row, a multiple of it
    int met;     ///< columns that they meet, from -pw on; whole vectors
    /// Rows that are put together before their windows are: what is read soon after it was stored,
    /// and not as it was stored, waits for the cache.
    int band;

    row_sizes(const pooling_problem &problem, const machine &target) {
        const post::pool &pool = problem.pool;
        const int wanted = pool.out_width(problem.iw);
        lanes = std::min(target.lanes, wanted);
        windows = divided_up(wanted, lanes) * lanes;
        met = std::max((windows - 1) * pool.sw + pool.kw, problem.iw + pool.pw);
        met = divided_up(met, target.lanes) * target.lanes;
        const int fitting = target.l1_bytes / 4 / (met * static_cast<int>(sizeof(float)));
        band = std::clamp(fitting, 1, pool.out_height(problem.ih));
    }
};

class rows_program {
public:
    explicit rows_program(const tensor_task<pooling_problem> &of)
        : task_(of), pool_(of.problem.pool), image_(image_of(of.problem)), tensors_(of.problem),
          sizes_(of.problem, of.target) {}

    std::vector<buffer> write() {
        const var n = tensors_.at.n, c = tensors_.at.c, y = tensors_.at.y, x = tensors_.at.x;
        const expr share = share_of_columns();
        buffer row_memory("row_memory", {sizes_.band, sizes_.met}, p_float32, a_temporary);
        computation rows = rows_of_windows(row_memory), inside = rows.update(0);
        std::vector<computation> readers;
        if (pool_.sw > 1) {
            readers.push_back(dense_windows(rows));
        }
        const expr window = readers.empty() ? window_of(rows, x) : readers.front()(n, c, y, x);
        computation result("result", {n, c, y, x}, tensors_.rounded(image_.scaled(window, share)));
        tensors_.store(result);
        run_on_lanes(result, x, tensors_.stored.extents[3]);
        readers.push_back(result);

        for (computation part : {rows.init(), inside, result}) {
            part.split(y, sizes_.band, band_, y);
        }
        rows.init().then(inside, y).then(readers.front(), band_);
        if (readers.size() > 1) {
            readers.front().then(result, y);
        }
        row_memory.allocate_at(result, band_);
        result.parallelize(
            image_loops{{{n, task_.problem.mb}, {c, task_.problem.ic}}, {x, 0}}.parallel(
                task_.target));
        return tensors_.arguments.all();
    }

private:
    /// What a row, which may be outside, gives to a window.
    expr met_value(const expr &row, const var &ix) const {
        const int last = task_.problem.ih - 1;
        const expr nearest =
            tensors_.value(tensors_.at.n, tensors_.at.c, image_.nearest_row(row), ix);
        return image_.taken(nearest, row >= 0 && row <= last);
    }

    /// The columns of a window together.
    expr window_of(const computation &rows, const var &x) const {
        const image_iterators &at = tensors_.at;
        return image_.together(pool_.kw,
                               [&](int i) { return rows(at.n, at.c, at.y, x * pool_.sw + i); });
    }

    /// The windows of a row, side by side: what is read with a stride is read in whole vectors.
    computation dense_windows(const computation &rows) const {
        const image_iterators &at = tensors_.at;
        const var wide("x", 0, sizes_.windows);
        computation windows("windows", {at.n, at.c, at.y, wide}, window_of(rows, wide));
        buffer memory("window_memory", {sizes_.windows}, p_float32, a_temporary);
        windows.store_in(&memory, {wide});
        windows.vectorize(wide, sizes_.lanes);
        windows.split(at.y, sizes_.band, band_, at.y);
        memory.allocate_at(windows, at.y);
        return windows;
    }

    /// Divided once for all rows, where it is not the same for all columns.
    expr share_of_columns() const {
        const var x = tensors_.at.x;
        const expr share = image_.share_of_columns(x);
        if (!image_.has_uneven_columns()) {
            return share;
        }
        computation shares("shares", {x}, share);
        return shares(x);
    }

    computation rows_of_windows(buffer &memory) const {
        const var n = tensors_.at.n, c = tensors_.at.c, y = tensors_.at.y;
        const var px("px", 0, sizes_.met), ix("ix", 0, task_.problem.iw);
        computation rows("rows", {n, c, y, px}, image_.nothing());
        const expr value = image_.together(
            pool_.kh, [&](int i) { return met_value(y * pool_.sh - pool_.ph + i, ix); });
        rows(n, c, y, ix + pool_.pw) = image_.scaled(value, image_.share_of_rows(y));
        rows.store_in(&memory, {y % sizes_.band, px});
        run_on_lanes(rows.init(), px, sizes_.met);
        run_on_lanes(rows.update(0), ix, task_.problem.iw);
        return rows;
    }

    /// Few vectors are written out, so that only the last one is masked.
    void run_on_lanes(computation part, const var &loop, int columns) const {
        constexpr int most_vectors = 8;
        const int lanes = task_.target.lanes;
        part.vectorize(loop, lanes, tail::masked);
        if (divided_up(columns, lanes) <= most_vectors) {
            part.unroll(loop);
        }
    }

    const tensor_task<pooling_problem> &task_;
    post::pool pool_;
    pooled_image image_;
    pooling_tensors tensors_;
    row_sizes sizes_;
    const var band_ = var("band");
};

} // namespace

std::string pooling_by_rows::why_not(const task &of) const {
    const post::pool &pool = of.problem.pool;
    if (of.problem.format != layout::nchw) {
        return "layout " + to_string(of.problem.format) + ", must be nchw";
    }
    if (std::max(pool.kh, pool.kw) > most_unrolled) {
        return "windows of " + size_text(pool.kh, pool.kw) + ", may be of " +
               size_text(most_unrolled, most_unrolled);
    }
    return "";
}

std::size_t pooling_by_rows::workspace_bytes(const task &of, const configuration &) const {
    const row_sizes sizes(of.problem, of.target);
    const int windows = of.problem.pool.sw > 1 ? sizes.windows : 0,
              shares = image_of(of.problem).has_uneven_columns() ? of.problem.dst().extents[3] : 0;
    return sizeof(float) * static_cast<std::size_t>(sizes.band * sizes.met + windows + shares);
}

std::vector<buffer> pooling_by_rows::write(const task &of) const {
    return rows_program(of).write();
}

} // namespace tiramisu::nn
