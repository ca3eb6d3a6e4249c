#include "nn/pooling/solvers.h"

#include <algorithm>

#include "nn/tensor_layer/arguments.h"
#include "nn/tensor_layer/picture_loops.h"

namespace tiramisu::nn {

namespace {

constexpr int unrolled_columns = 16; // of a window, if it has no more

/// The tensors and the iterators of the result.
struct pooling_tensors {
    tensor stored;
    tensor_arguments arguments;
    picture_iterators at;
    input src;

    explicit pooling_tensors(const pooling_problem &problem)
        : stored(problem.dst()), arguments(problem.sources(), stored), at(stored.extents),
          src(arguments.source(0)) {}

    void store(computation &result) const { arguments.store(result, {at.n, at.c, at.y, at.x}); }
};

pool_stages windows_of(const pooling_tensors &tensors, const pooled_picture &picture) {
    const picture_iterators &at = tensors.at;
    return pool_windows(
        picture, {at.n, at.c}, at.y, at.x,
        [&](const expr &row, const expr &column) { return tensors.src(at.n, at.c, row, column); });
}

/// Rows of windows put together: columns from -pw on, as many as windows meet.
class rows_program {
public:
    explicit rows_program(const tensor_solver<pooling_problem>::task &of)
        : task_(of), pool_(of.problem.pool), picture_(picture_of(of.problem)),
          tensors_(of.problem) {}

    std::vector<buffer> write() {
        const auto [n, c, y, x] = tensors_.at;
        computation rows = rows_of_windows();
        const var wx("wx", 0, pool_.kw);
        computation windows("windows", {n, c, y, x}, picture_.nothing());
        accumulate(windows(n, c, y, x), rows(n, c, y, x * pool_.sw + wx));
        const expr whole = windows(n, c, y, x);
        computation result("result", {n, c, y, x},
                           picture_.is_maximum() ? whole : whole / picture_.divisor(y, x));
        tensors_.store(result);

        const var vector("x_vector"), lane("x_lane");
        result.vectorize(x, task_.on.lanes, vector, lane, tail::masked);
        const picture_loops loops = {{{n, task_.problem.mb}, {c, task_.problem.ic}}, {x, 0}};
        windows.init().vectorize(x, task_.on.lanes, tail::masked);
        computation steps = windows.update(0);
        steps.reorder({wx, x});
        steps.vectorize(x, task_.on.lanes, tail::masked);
        if (pool_.kw <= unrolled_columns) {
            steps.tag_unroll_level(wx);
        }
        windows.compute_at(result, vector);
        rows.compute_at(result, y);
        result.parallelize(loops.parallel(task_.on));
        return tensors_.arguments.all();
    }

private:
    void accumulate(access &&sum, const expr &value) const {
        if (picture_.is_maximum()) {
            sum.max_with(value);
        } else {
            sum += value;
        }
    }

    computation rows_of_windows() const {
        const auto [n, c, y, x] = tensors_.at;
        const int met = (tensors_.stored.extents[3] - 1) * pool_.sw + pool_.kw;
        const var px("px", 0, met), wy = picture_.rows_of_window("wy", y);
        computation rows("rows", {n, c, y, px}, picture_.nothing());
        // Columns that are not met play no part, rows beyond the picture neither.
        const var ix("ix", 0, std::min(task_.problem.iw, met - pool_.pw));
        const expr row = y * pool_.sh - pool_.ph + wy;
        accumulate(rows(n, c, y, ix + pool_.pw), tensors_.src(n, c, row, ix));
        computation steps = rows.update(0);
        rows.init().vectorize(px, task_.on.lanes, tail::masked);
        steps.reorder({wy, ix});
        steps.vectorize(ix, task_.on.lanes, tail::masked);
        return rows;
    }

    const tensor_solver<pooling_problem>::task &task_;
    post::pool pool_;
    pooled_picture picture_;
    pooling_tensors tensors_;
};

} // namespace

std::string pooling_by_rows::why_not(const task &of) const {
    return of.problem.lies == layout::nchw
               ? ""
               : "layout " + to_string(of.problem.lies) + ", must be nchw";
}

std::size_t pooling_by_rows::workspace_bytes(const task &of, const configuration &) const {
    const post::pool &pool = of.problem.pool;
    const int met = (pool.out_width(of.problem.iw) - 1) * pool.sw + pool.kw;
    return sizeof(float) * static_cast<std::size_t>(met + of.on.lanes);
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
