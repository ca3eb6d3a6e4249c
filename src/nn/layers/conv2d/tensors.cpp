#include "nn/layers/conv2d/tensors.h"

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/layout_map.h"
#include "nn/framework/program/post_op_expr.h"
#include "nn/framework/program/typed_expr.h"
#include "tiramisu/constant.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

std::vector<expr> sizes_of(const std::vector<int> &extents) {
    return {extents.begin(), extents.end()};
}

/// As in problems. Sums with the sizes of kernels fit 32 bits then.
constexpr int largest_size = 1 << 24;

/// An argument of the implicit function where it may be any number.
expr size_of(const char *name, bool is_any, int number) {
    if (!is_any) {
        return number;
    }
    const constant size(name, p_int32);
    global::get_implicit_function()->require_in_every_call({}, size, 0, largest_size,
                                                           "it is a size of images");
    return size;
}

struct window_steps {
    int size, stride, padding, dilation;
};

/// How many windows there are along `size` elements: none where they are larger.
expr positions(const char *name, const expr &size, const window_steps &window) {
    const int reach = (window.size - 1) * (window.dilation + 1) + 1;
    return constant(name, max((size + (2 * window.padding - reach)) / window.stride + 1, 0));
}

struct image_extents {
    expr images, rows, columns;
};

/// Of the buffer of a tensor of these extents, of which some may be known at run time only.
std::vector<expr> sizes_of(const conv2d_task &task, layout format,
                           const std::array<int, 4> &extents, const image_extents &at_run_time) {
    std::vector<expr> sizes = buffer_sizes(format, extents);
    if (task.any_batch) {
        sizes.front() = at_run_time.images;
    }
    if (task.any_size) {
        const std::size_t row = format == layout::nhwc ? 1 : 2;
        sizes[row] = at_run_time.rows;
        sizes[row + 1] = at_run_time.columns;
    }
    return sizes;
}

std::vector<int> plain_extents(const conv2d_task &task) {
    const auto extents = task.problem.weights_extents();
    return {extents.begin(), extents.end()};
}

/// Filters of a group are the channels of the weights, from which the last element is the first.
weights_arrangement turned_weights(const conv2d_task &task) {
    const conv2d_problem p = task.problem;
    const int channels = task.channels();
    return {{p.ic, task.filters(), p.kh, p.kw},
            [p, channels](const weight_index &at) -> std::vector<expr> {
                return {at.g * channels + at.c, at.f, p.kh - 1 - at.ky, p.kw - 1 - at.kx};
            },
            task.filters(),
            channels};
}

} // namespace

conv2d_sizes::conv2d_sizes(const conv2d_task &task)
    : mb(size_of("mb", task.any_batch, task.problem.mb)),
      ih(size_of("ih", task.any_size, task.problem.ih)),
      iw(size_of("iw", task.any_size, task.problem.iw)), oh(task.problem.oh), ow(task.problem.ow),
      dst_rows(task.problem.dst_extents()[2]), dst_columns(task.problem.dst_extents()[3]) {
    if (!task.any_size) {
        return;
    }
    const conv2d_problem &p = task.problem;
    dst_rows = oh = positions("oh", ih, {p.kh, p.sh, p.ph, p.dh});
    dst_columns = ow = positions("ow", iw, {p.kw, p.sw, p.pw, p.dw});
    if (const post::pool *pool = p.pooling()) {
        dst_rows = positions("dst_rows", oh, {pool->kh, pool->sh, pool->ph, 0});
        dst_columns = positions("dst_columns", ow, {pool->kw, pool->sw, pool->pw, 0});
    }
}

conv2d_iterators::conv2d_iterators(const conv2d_task &task, const conv2d_sizes &those)
    : sizes(those), n("n", 0, sizes.mb), g("g", 0, task.problem.g), f("f", 0, task.filters()),
      y("y", 0, sizes.oh), x("x", 0, sizes.ow), c("c", 0, task.channels()),
      ky("ky", 0, task.problem.kh), kx("kx", 0, task.problem.kw) {}

weights_arrangement plain_weights(const conv2d_task &task) {
    if (task.turned_weights) {
        return turned_weights(task);
    }
    const int filters = task.filters();
    return {plain_extents(task),
            [filters](const weight_index &at) -> std::vector<expr> {
                return {at.g * filters + at.f, at.c, at.ky, at.kx};
            },
            filters, task.channels(), task.problem.types().right};
}

conv2d_task of_weights(const conv2d_task &task) {
    conv2d_task made = task;
    made.any_batch = made.any_size = false;
    return made;
}

program weights_packer(const conv2d_task &task, const weights_arrangement &packed,
                       const std::string &name) {
    function_scope scope(name);
    const conv2d_iterators at(of_weights(task));
    const weights_arrangement plain = plain_weights(task);
    const primitive_t type = primitive_of(plain.type), packed_type = primitive_of(packed.type);
    buffer from("weights", sizes_of(plain.extents), type, a_input);
    buffer to("packed", sizes_of(packed.extents), packed_type, a_output);
    input weights("weights", {at.g, at.f, at.c, at.ky, at.kx}, type);
    weights.store_in(&from, plain.place({at.g, at.f, at.c, at.ky, at.kx}));

    const bool all_are_there =
        packed.filters == task.filters() && packed.channels == task.channels();
    const var f("f", 0, packed.filters), c("c", 0, packed.channels);
    const expr value = widened(packed_type, weights(at.g, at.f, at.c, at.ky, at.kx));
    computation copy("packed", {at.g, f, c, at.ky, at.kx},
                     all_are_there ? value : zero_of(packed_type));
    copy.store_in(&to, packed.place({at.g, f, c, at.ky, at.kx}));
    if (!all_are_there) {
        copy(at.g, at.f, at.c, at.ky, at.kx) = value;
    }
    return {scope.get(), {from, to}};
}

conv2d_images::conv2d_images(const conv2d_task &task, const conv2d_iterators &at)
    : src("src", {at.n, at.g, at.c, var("iy", 0, at.sizes.ih), var("ix", 0, at.sizes.iw)},
          primitive_of(task.problem.types().left)),
      task_(task), arithmetic_(primitive_of(task.problem.types().arithmetic())),
      src_memory_("src",
                  sizes_of(task, task.layouts.src, task.problem.src_extents(),
                           {at.sizes.mb, at.sizes.ih, at.sizes.iw}),
                  primitive_of(task.problem.types().left), a_input),
      dst_memory_("dst",
                  sizes_of(task, task.layouts.dst, task.problem.dst_extents(),
                           {at.sizes.mb, at.sizes.dst_rows, at.sizes.dst_columns}),
                  primitive_of(task.problem.types().result), a_output) {
    src.store_in(&src_memory_,
                 buffer_indices(task.layouts.src, task.problem.src_extents(),
                                {at.n, at.g * task.channels() + at.c, var("iy"), var("ix")}));
    const var filter("filter", 0, task.problem.oc);
    if (task.problem.bias) {
        bias_memory_.emplace("bias", std::vector<expr>{task.problem.oc}, arithmetic_, a_input);
        bias_.emplace("bias", std::vector<var>{filter}, arithmetic_);
        bias_->store_in(&*bias_memory_);
    }
    if (task.problem.has_residual()) {
        const auto extents = task.problem.conv_extents();
        const primitive_t type = primitive_of(task.problem.types().result);
        residual_memory_.emplace(
            "residual",
            sizes_of(task, task.layouts.dst, extents, {at.sizes.mb, at.sizes.oh, at.sizes.ow}),
            type, a_input);
        residual_.emplace("residual", std::vector<var>{at.n, filter, at.y, at.x}, type);
        residual_->store_in(&*residual_memory_,
                            buffer_indices(task.layouts.dst, extents, {at.n, filter, at.y, at.x}));
    }
}

expr conv2d_images::start_of(const expr &f) const {
    return bias_ ? expr((*bias_)(f)) : zero_of(arithmetic_);
}

expr conv2d_images::finished(const expr &sum, const dst_position &at) const {
    return finished_with(sum, residual_ ? widened(arithmetic_, (*residual_)(at.n, at.f, at.y, at.x))
                                        : expr());
}

expr conv2d_images::finished_with(const expr &sum, const expr &residual) const {
    return rounded_to(task_.problem.types().result, after(task_.problem.post_ops, sum, residual));
}

void conv2d_images::store_result(computation &result, const dst_position &at) const {
    buffer memory = dst_memory_;
    result.store_in(&memory, buffer_indices(task_.layouts.dst, task_.problem.dst_extents(),
                                            {at.n, at.f, at.y, at.x}));
}

input conv2d_images::result_before() const {
    const auto extents = task_.problem.dst_extents();
    const var n("n", 0, extents[0]), f("f", 0, extents[1]), y("y", 0, extents[2]),
        x("x", 0, extents[3]);
    buffer memory = dst_memory_;
    input before("dst_before", {n, f, y, x}, primitive_of(task_.problem.types().result));
    before.store_in(&memory, buffer_indices(task_.layouts.dst, extents, {n, f, y, x}));
    return before;
}

std::vector<buffer> conv2d_images::arguments(const std::vector<buffer> &weights) const {
    std::vector<buffer> list = {src_memory_};
    list.insert(list.end(), weights.begin(), weights.end());
    for (const std::optional<buffer> &one : {bias_memory_, residual_memory_}) {
        if (one) {
            list.push_back(*one);
        }
    }
    list.push_back(dst_memory_);
    return list;
}

conv2d_tensors::conv2d_tensors(const conv2d_task &task, const conv2d_iterators &at,
                               const weights_arrangement &packed, const conv2d_images &images)
    : src(images.src),
      weights("weights", {at.g, at.f, at.c, at.ky, at.kx}, primitive_of(packed.type)), task_(task),
      at_(at), images_(images),
      weights_memory_("weights", sizes_of(packed.extents), primitive_of(packed.type), a_input) {
    weights.store_in(&weights_memory_, packed.place({at.g, at.f, at.c, at.ky, at.kx}));
}

dst_position conv2d_tensors::position(const result_position &at) const {
    return {at_.n, at_.g * task_.filters() + at.f, at.y, at.x};
}

expr conv2d_tensors::start(const expr &f) const {
    return images_.start_of(at_.g * task_.filters() + f);
}

expr conv2d_tensors::finished(const expr &sum, const result_position &at) const {
    return images_.finished(sum, position(at));
}

void conv2d_tensors::store_result(computation &result, const result_position &at) const {
    images_.store_result(result, position(at));
}

} // namespace tiramisu::nn
