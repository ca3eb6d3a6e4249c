#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/layers/pooling/solvers.h"
#include "nn/layers/pooling/tensors.h"

namespace tiramisu::nn {

namespace {

/// Columns of the image that are kept in registers. Some are left for windows that are put
/// together.
int most_kept(const machine &target) {
    return target.registers * 5 / 8;
}

/// Windows of a strip: as many as fit, and if possible strips of equal size. Columns between
/// windows would be kept for nothing.
int strip_windows(const post::pool &pool, int windows, const machine &target) {
    if (pool.sw > pool.kw) {
        return 1;
    }
    const int most = std::min((most_kept(target) - pool.kw) / pool.sw + 1, windows);
    for (int strip = most; 2 * strip > most; strip--) {
        if (windows % strip == 0) {
            return strip;
        }
    }
    return divided_up(windows, divided_up(windows, most));
}

class columns_program {
public:
    explicit columns_program(const tensor_task<pooling_problem> &of)
        : target_(of.target), pool_(of.problem.pool), image_(image_of(of.problem)),
          tensors_(of.problem), columns_(declared_columns()), result_(declared_result()) {}

    std::vector<buffer> write() {
        const var x = tensors_.at.x, strip("x_strip"), in_strip("x_in"), vector("vector"),
                  lane("lane");
        const int windows = tensors_.stored.extents[3],
                  in_a_strip = strip_windows(pool_, windows, target_);
        image_loops loops = order_as_stored(result_, tensors_.at, tensors_.stored);
        result_.split(x, in_a_strip, strip, in_strip);
        result_.split(loops.inner.name, target_.lanes, vector, lane);
        loops.outer.back() = {strip, divided_up(windows, in_a_strip)}; // instead of x
        std::vector<var> order;
        for (const image_loops::loop &one : loops.outer) {
            order.push_back(one.name);
        }
        order.insert(order.end(), {vector, in_strip, lane});
        result_.reorder(order).unroll(in_strip).vectorize(lane, target_.lanes, tail::masked);
        put_together_at(vector);
        result_.parallelize(loops.parallel(target_));
        return tensors_.arguments.all();
    }

private:
    /// The rows of a window in a column of the image. Lanes are the innermost dimension.
    computation declared_columns() const {
        const auto [n, c, y, x] = tensors_.at;
        const int windows = tensors_.stored.extents[3];
        const var met("met", 0, (windows - 1) * pool_.sw + pool_.kw); // counted from -pw on
        const var wy = image_.rows_of_window("wy", y);
        const expr value = tensors_.value(n, c, y * pool_.sh - pool_.ph + wy,
                                          image_.nearest_column(met - pool_.pw));
        computation columns("columns", {n, y, met, c}, image_.nothing());
        image_.gather(columns(n, y, met, c), value);
        return columns;
    }

    /// What the window at x has of its column i.
    expr column_of(const var &x, int i) const {
        const image_iterators &at = tensors_.at;
        const expr met = x * pool_.sw + i, ix = met - pool_.pw;
        return image_.taken(columns_(at.n, at.y, met, at.c), ix >= 0 && ix < image_.columns);
    }

    computation declared_result() const {
        const image_iterators &at = tensors_.at;
        const expr window = image_.together(pool_.kw, [&](int i) { return column_of(at.x, i); });
        computation result("result", {at.n, at.c, at.y, at.x},
                           tensors_.rounded(image_.scaled(window, image_.share(at.y, at.x))));
        tensors_.store(result);
        return result;
    }

    /// The columns of a strip, row by row, in registers.
    void put_together_at(const var &vector) {
        const auto [n, c, y, x] = tensors_.at;
        const var met("met"), wy("wy");
        computation steps = columns_.update(0);
        steps.reorder({n, y, wy, met, c});
        for (computation part : {columns_.init(), steps}) {
            part.unroll(met).vectorize(c, target_.lanes, tail::masked);
        }
        columns_.compute_at(result_, vector);
    }

    const machine &target_;
    post::pool pool_;
    pooled_image image_;
    pooling_tensors tensors_;
    computation columns_; ///< over n, y, met, c
    computation result_;
};

} // namespace

std::string pooling_by_columns::why_not(const task &of) const {
    if (of.problem.format == layout::nchw) {
        return "layout nchw, must be nhwc or nchw16c";
    }
    const int columns = of.problem.pool.kw, most = most_kept(of.target);
    return columns > most ? "windows of " + std::to_string(columns) + " columns, may be of " +
                                std::to_string(most)
                          : "";
}

std::vector<buffer> pooling_by_columns::write(const task &of) const {
    return columns_program(of).write();
}

} // namespace tiramisu::nn
