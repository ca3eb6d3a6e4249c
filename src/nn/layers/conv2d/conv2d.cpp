#include "tiramisu/nn/conv2d.h"

#include <algorithm>

#include "nn/framework/program/layout_map.h"
#include "nn/framework/program/run_tensors.h"
#include "nn/layers/conv2d/layer.h"
#include "nn/layers/conv2d/layout_checks.h"
#include "nn/layers/conv2d/sized_problem.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<conv2d_layer>;

bool has_free_sizes(const conv2d_task &task) {
    return task.any_batch || task.any_size;
}

/// Throws user_error if the layer does not take such images.
conv2d_problem problem_of(const conv2d_task &task, const image_sizes &images,
                          const call_checks &checks) {
    if (has_free_sizes(task)) {
        return sized_problem(task, images, checks);
    }
    require_taken(task, images, checks);
    return task.problem;
}

/// Of the memory of a tensor.
std::vector<std::int64_t> shape_of(layout format, const std::array<int, 4> &extents) {
    std::vector<std::int64_t> shape;
    for (const expr &size : buffer_sizes(format, extents)) {
        shape.push_back(size.get_int_val());
    }
    return shape;
}

/// The tensors with their shapes: those that they have for such a problem and the sizes that are
/// free, where there are such.
std::vector<jit_argument> arguments(const conv2d_task &task, const conv2d_code &code,
                                    const std::vector<const_elements> &tensors,
                                    const conv2d_problem &problem) {
    if (!has_free_sizes(task)) {
        return code.run().arguments(tensors);
    }
    std::vector<std::vector<std::int64_t>> shapes = {
        shape_of(task.layouts.src, problem.src_extents()), code.weights_shape};
    if (problem.bias) {
        shapes.push_back({problem.oc});
    }
    if (problem.has_residual()) {
        shapes.push_back(shape_of(task.layouts.dst, problem.conv_extents()));
    }
    shapes.push_back(shape_of(task.layouts.dst, problem.dst_extents()));
    std::vector<jit_argument> list;
    for (std::size_t i = 0; i < shapes.size(); i++) {
        list.push_back(as_argument(tensors[i], shapes[i]));
    }
    if (task.any_batch) {
        list.emplace_back(problem.mb);
    }
    if (task.any_size) {
        list.insert(list.end(), {problem.ih, problem.iw});
    }
    return list;
}

run_tensors tensors_of(const conv2d_problem &problem, const conv2d_code &code,
                       const call_checks &checks, const_elements src, const layer_weights &weights,
                       const_elements bias, const_elements dst, const_elements residual) {
    const product_types types = problem.types();
    run_tensors all(checks, types.left);
    all.source("src", src);
    checks.require_packed(weights, code, "weights", "convolution");
    all.of(weights.type()) // as they were packed
        .fixed("weights", weights.memory())
        .of(types.arithmetic())
        .source("bias", bias, problem.bias)
        .of(types.result)
        .source("residual", residual, problem.has_residual())
        .result("dst", dst);
    return all;
}

} // namespace

conv2d_task description::task_of(const conv2d_problem &problem, const conv2d_options &opts,
                                 source_place where) {
    const conv2d_task task = {problem.completed(where), opts.layouts,  machine::of(opts.compiled),
                              opts.any_batch,           opts.any_size, opts.relaxed};
    check_layouts(task.problem, task.layouts, where);
    require_sizes_to_cut_for(task, where);
    return task;
}

conv2d_task description::to_cut(conv2d_task of) {
    of.problem.mb = std::max(1, of.problem.mb);
    return of;
}

template class layer<conv2d_problem, conv2d_options, find_options>;

conv2d::packed_weights conv2d::pack(const_elements weights, source_place where) const {
    code().checks.of("pack", where).require(weights, problem().types().right, true, "weights");
    return code().code.pack(weights);
}

void conv2d::run(const_elements src, const_elements weights, const_elements bias, elements dst,
                 const_elements residual, source_place where) const {
    code().checks.of("run", where).require(weights, problem().types().right, true, "weights");
    run(src, pack(weights, where), bias, dst, residual, where);
}

void conv2d::run(const_elements src, const packed_weights &weights, const_elements bias,
                 elements dst, const_elements residual, source_place where) const {
    run({problem().mb, problem().ih, problem().iw}, src, weights, bias, dst, residual, where);
}

void conv2d::run(const image_sizes &images, const_elements src, const packed_weights &weights,
                 const_elements bias, elements dst, const_elements residual,
                 source_place where) const {
    const compiled &made = code();
    const call_checks checks = made.checks.of("run", where);
    const conv2d_problem problem = problem_of(made.task, images, checks);
    if (problem.mb != 0) {
        const run_tensors tensors =
            tensors_of(problem, made.code, checks, src, weights, bias, dst, residual);
        made.code.run()(arguments(made.task, made.code, tensors.memory(), problem), checks);
    }
}

invocation conv2d::prepare(const_elements src, const packed_weights &weights, const_elements bias,
                           elements dst, const_elements residual, const execution &opts,
                           source_place where) const {
    return prepare({problem().mb, problem().ih, problem().iw}, src, weights, bias, dst, residual,
                   opts, where);
}

invocation conv2d::prepare(const image_sizes &images, const_elements src,
                           const packed_weights &weights, const_elements bias, elements dst,
                           const_elements residual, const execution &opts,
                           source_place where) const {
    const compiled &made = code();
    const call_checks checks = made.checks.of("prepare", where);
    const conv2d_problem problem = problem_of(made.task, images, checks);
    if (problem.mb == 0) {
        return {};
    }
    const run_tensors tensors =
        tensors_of(problem, made.code, checks, src, weights, bias, dst, residual);
    return prepared(made.code.run(), arguments(made.task, made.code, tensors.memory(), problem),
                    tensors.names(), tensors.checks(), opts);
}

conv2d_problem conv2d::for_images(const image_sizes &images, source_place where) const {
    return sized_problem(code().task, images, code().checks.of("for_images", where));
}

} // namespace tiramisu::nn
