#include "tiramisu/nn/pooling_backward.h"

#include <optional>

#include "nn/framework/program/pool_windows.h"
#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

/// What the values of each window are given:
///
///     largest[y, x] = the maximum of the window                           of maxima
///     place[y, x] = the number in the window of the first that is it
///     diff_src[y * sh - ph + wy, ...] += diff_dst[y, x], or its share
class backward_windows {
public:
    explicit backward_windows(const pooling_backward_problem &problem)
        : problem_(problem), image_{problem.pool, problem.ih, problem.iw},
          arguments_(problem.sources(), problem.dst()), at_(problem.dst().extents),
          diff_dst_(arguments_.source(0)), windows_(problem.sources().front().extents.of_images()),
          wy_(image_.rows_of_window("wy", windows_.y)),
          wx_(image_.columns_of_window("wx", windows_.x)) {
        if (image_.is_maximum()) {
            find_places();
        }
        result_.emplace("result", std::vector<var>{at_.n, at_.c, at_.y, at_.x}, expr(0.0f));
        (*result_)(at_.n, at_.c, row(), column()) += given();
        arguments_.store(*result_, {at_.n, at_.c, at_.y, at_.x});
    }

    /// Neighbours run on the lanes of vectors, the elements of windows around them.
    void schedule(const machine &target) const {
        const bool plain = problem_.format == layout::nchw;
        for (const std::optional<computation> &one : {largest_, places_}) {
            if (one) {
                schedule_part(one->init(), windows_.x, plain, target, false);
                schedule_part(one->update(0), windows_.x, plain, target, true);
            }
        }
        schedule_part(result_->init(), at_.x, plain, target, false);
        schedule_part(result_->update(0), windows_.x, plain, target, true);
    }

    std::vector<buffer> arguments() const { return arguments_.all(); }

private:
    expr row() const { return windows_.y * problem_.pool.sh - problem_.pool.ph + wy_; }
    expr column() const { return windows_.x * problem_.pool.sw - problem_.pool.pw + wx_; }
    expr number() const { return wy_ * problem_.pool.kw + wx_; }

    void find_places() {
        const std::vector<var> window = {at_.n, at_.c, windows_.y, windows_.x};
        const input src = arguments_.source(1);
        const expr value = src(at_.n, at_.c, row(), column());
        largest_.emplace("largest", window, image_.nothing());
        (*largest_)(at_.n, at_.c, windows_.y, windows_.x).max_with(value);
        const int none = problem_.pool.kh * problem_.pool.kw;
        places_.emplace("places", window, expr(none));
        (*places_)(at_.n, at_.c, windows_.y, windows_.x)
            .min_with(select(value == (*largest_)(at_.n, at_.c, windows_.y, windows_.x), number(),
                             expr(none)));
    }

    /// What an element of a window gets of the window's gradient.
    expr given() const {
        const expr gradient = diff_dst_(at_.n, at_.c, windows_.y, windows_.x);
        return places_ ? select((*places_)(at_.n, at_.c, windows_.y, windows_.x) == number(),
                                gradient, 0.0f)
                       : gradient * image_.share(windows_.y, windows_.x);
    }

    void schedule_part(computation part, const var &columns, bool plain, const machine &target,
                       bool has_elements) const {
        const var &rows = columns.get_name() == windows_.x.get_name() ? windows_.y : at_.y;
        std::vector<var> order = {at_.n};
        if (plain) {
            order.push_back(at_.c);
        }
        if (has_elements) {
            order.insert(order.end(), {wy_, wx_});
        }
        order.insert(order.end(), {rows, columns});
        if (!plain) {
            order.push_back(at_.c);
        }
        part.reorder(order);
        part.vectorize(plain ? columns : at_.c, target.lanes, tail::masked);
        part.parallelize(at_.n);
    }

    pooling_backward_problem problem_;
    pooled_image image_;
    tensor_arguments arguments_;
    image_iterators at_; ///< of diff_src
    input diff_dst_;
    image_iterators windows_; ///< y and x of diff_dst
    var wy_, wx_;
    std::optional<computation> largest_, places_, result_;
};

std::size_t bytes_of_places(const pooling_backward_problem &problem) {
    return problem.pool.what == post::pool::kind::max
               ? 2 * sizeof(float) * problem.sources().front().size()
               : 0;
}

class vector_pooling_backward : public tensor_solver<pooling_backward_problem> {
public:
    std::string name() const override { return "vectors"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return bytes_of_places(of.problem);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        const backward_windows all(of.problem);
        all.schedule(of.target);
        return all.arguments();
    }
};

class naive_pooling_backward : public tensor_solver<pooling_backward_problem> {
public:
    std::string name() const override { return "naive"; }
    std::size_t workspace_bytes(const task &of, const configuration &) const override {
        return bytes_of_places(of.problem);
    }

protected:
    std::vector<buffer> write(const task &of) const override {
        return backward_windows(of.problem).arguments();
    }
};

} // namespace

template <>
const solver_list<tensor_task<pooling_backward_problem>, program> &
all_tensor_solvers<pooling_backward_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<pooling_backward_problem>, program>::of<vector_pooling_backward,
                                                                        naive_pooling_backward>());
    return all;
}

template class layer<pooling_backward_problem, layer_options, search_options>;
template class tensor_layer<pooling_backward_problem>;

} // namespace tiramisu::nn
