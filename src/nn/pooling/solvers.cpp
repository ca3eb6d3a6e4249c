#include "nn/pooling/solvers.h"

#include <algorithm>

#include "nn/pooling/tensors.h"
#include "nn/problem/numbers.h"

namespace tiramisu::nn {

namespace {

constexpr int most_unrolled = 16; // rows or columns of a window that are written out

pool_stages windows_of(const pooling_tensors &tensors, const pooled_picture &picture) {
    const picture_iterators &at = tensors.at;
    return pool_windows(
        picture, {at.n, at.c}, at.y, at.x,
        [&](const expr &row, const expr &column) { return tensors.src(at.n, at.c, row, column); });
}

/// Sizes of what is kept of a row. Vectors of windows are whole: those that are too many meet what
/// does not matter.
struct row_sizes {
    int lanes;   ///< windows side by side
    int windows; ///< a multiple of it
    int met;     ///< columns that they meet, from -pw on

    row_sizes(const post::pool &pool, int columns, const machine &on) {
        const int wanted = pool.out_width(columns);
        lanes = std::min(on.lanes, wanted);
        windows = (wanted + lanes - 1) / lanes * lanes;
        met = std::max((windows - 1) * pool.sw + pool.kw, columns + pool.pw);
    }
};

class rows_program {
public:
    explicit rows_program(const tensor_solver<pooling_problem>::task &of)
        : task_(of), pool_(of.problem.pool), picture_(picture_of(of.problem)), tensors_(of.problem),
          sizes_(pool_, of.problem.iw, of.on) {}

    std::vector<buffer> write() {
        const picture_iterators &at = tensors_.at;
        const var n = at.n, c = at.c, y = at.y, x = at.x;
        buffer row_memory("row_memory", {sizes_.met}, p_float32, a_temporary);
        buffer window_memory("window_memory", {sizes_.windows}, p_float32, a_temporary);
        computation rows = rows_of_windows(row_memory);
        const var wide("x", 0, sizes_.windows);
        computation windows("windows", {n, c, y, wide}, folded(pool_.kw, [&](int i) {
                                return rows(n, c, y, wide * pool_.sw + i);
                            }));
        windows.store_in(&window_memory, {wide});
        const expr whole = windows(n, c, y, x);
        computation result("result", {n, c, y, x},
                           picture_.is_maximum() ? whole : whole * picture_.share(y, x));
        tensors_.store(result);

        computation inside = rows.update(0);
        rows.init().then(inside, y).then(windows, y).then(result, y);
        row_memory.allocate_at(result, y);
        window_memory.allocate_at(result, y);
        windows.vectorize(wide, sizes_.lanes);
        result.vectorize(x, task_.on.lanes, tail::masked);
        result.parallelize(
            picture_loops{{{n, task_.problem.mb}, {c, task_.problem.ic}}, {x, 0}}.parallel(
                task_.on));
        return tensors_.arguments.all();
    }

private:
    /// The largest, or the sum, of so many values.
    expr folded(int count, const std::function<expr(int)> &value) const {
        expr all = value(0);
        for (int i = 1; i < count; i++) {
            all = picture_.is_maximum() ? max(all, value(i)) : all + value(i);
        }
        return all;
    }

    /// What a row of the picture gives to a window. Beyond the border the row at the border stands
    /// for it: for a maximum it may count twice.
    expr met_value(const expr &row, const var &ix) const {
        const int last = task_.problem.ih - 1;
        const expr value = tensors_.src(tensors_.at.n, tensors_.at.c, clamp(row, 0, last), ix);
        return picture_.is_maximum() ? value : select(row >= 0 && row <= last, value, 0.0f);
    }

    computation rows_of_windows(buffer &memory) const {
        const var n = tensors_.at.n, c = tensors_.at.c, y = tensors_.at.y;
        const var px("px", 0, sizes_.met), ix("ix", 0, task_.problem.iw);
        computation rows("rows", {n, c, y, px}, picture_.nothing());
        rows(n, c, y, ix + pool_.pw) = folded(pool_.kh, [&](int i) {
            const expr row = y * pool_.sh - pool_.ph + i;
            return picture_.is_left() ? met_value(row, ix) : tensors_.src(n, c, row, ix);
        });
        rows.store_in(&memory, {px});
        rows.init().vectorize(px, task_.on.lanes, tail::masked);
        rows.update(0).vectorize(ix, task_.on.lanes, tail::masked);
        return rows;
    }

    const tensor_solver<pooling_problem>::task &task_;
    post::pool pool_;
    pooled_picture picture_;
    pooling_tensors tensors_;
    row_sizes sizes_;
};

} // namespace

std::string pooling_by_rows::why_not(const task &of) const {
    const post::pool &pool = of.problem.pool;
    if (of.problem.lies != layout::nchw) {
        return "layout " + to_string(of.problem.lies) + ", must be nchw";
    }
    if (std::max(pool.kh, pool.kw) > most_unrolled) {
        return "windows of " + size_text(pool.kh, pool.kw) + ", may be of " +
               size_text(most_unrolled, most_unrolled);
    }
    return "";
}

std::size_t pooling_by_rows::workspace_bytes(const task &of, const configuration &) const {
    const row_sizes sizes(of.problem.pool, of.problem.iw, of.on);
    return sizeof(float) * static_cast<std::size_t>(sizes.met + sizes.windows);
}

std::vector<buffer> pooling_by_rows::write(const task &of) const {
    return rows_program(of).write();
}

std::string pooling_by_windows::why_not(const task &of) const {
    return of.problem.lies == layout::nchw ? "layout nchw, must be nhwc or nchw16c" : "";
}

std::vector<buffer> pooling_by_windows::write(const task &of) const {
    const pooled_picture picture = picture_of(of.problem);
    const pooling_tensors tensors(of.problem);
    const auto [n, c, y, x] = tensors.at;
    pool_stages stages = windows_of(tensors, picture);
    computation result("result", {n, c, y, x}, stages.result(n, c, y, x));
    tensors.store(result);
    const picture_loops loops = order_as_stored(result, tensors.at, tensors.stored);
    const var vector("vector"), lane("lane");
    result.vectorize(loops.inner.name, of.on.lanes, vector, lane, tail::masked);

    computation steps = stages.windows.update(0);
    const var wy("wy"), wx("wx");
    stages.windows.init().reorder({n, y, x, c}).vectorize(c, of.on.lanes, tail::masked);
    steps.reorder({n, y, x, wy, wx, c}).vectorize(c, of.on.lanes, tail::masked);
    if (!picture.is_maximum()) {
        stages.result.compute_inline();
    }
    stages.windows.compute_at(result, vector);
    result.parallelize(loops.parallel(of.on));
    return tensors.arguments.all();
}

std::size_t naive_pooling::workspace_bytes(const task &of, const configuration &) const {
    return picture_of(of.problem).is_maximum() ? 0 : sizeof(float) * of.problem.dst().size();
}

std::vector<buffer> naive_pooling::write(const task &of) const {
    const pooling_tensors tensors(of.problem);
    computation result = windows_of(tensors, picture_of(of.problem)).result;
    tensors.store(result);
    return tensors.arguments.all();
}

} // namespace tiramisu::nn
