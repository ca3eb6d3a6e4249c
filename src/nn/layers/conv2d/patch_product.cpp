#include "nn/layers/conv2d/patch_product.h"

#include <algorithm>
#include <set>

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/pieces.h"
#include "nn/framework/program/typed_expr.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/patch_element.h"
#include "nn/layers/conv2d/patch_position.h"
#include "nn/layers/gemm/blocked_product.h"

namespace tiramisu::nn {

namespace {

/// Of a group: positions of all images by filters, each a sum over a patch.
product_sizes sizes_of(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    return {p.mb * p.oh * p.ow, task.filters(), task.channels() * p.kh * p.kw};
}

/// Panels of all groups, with zeros where depth or columns end.
std::vector<int> panel_extents(const conv2d_task &task, const product_blocks &blocking) {
    std::vector<int> extents = in_panels(blocking).extents;
    extents.insert(extents.begin(), task.problem.g);
    return extents;
}

std::vector<expr> place_in_panels(const product_blocks &blocking, const expr &g, const expr &p,
                                  const expr &f) {
    std::vector<expr> place = in_panels(blocking).place(p, f);
    place.insert(place.begin(), g);
    return place;
}

program panel_packer(const conv2d_task &task, const product_blocks &blocking,
                     const std::string &name) {
    function_scope scope(name);
    const conv2d_iterators at(task);
    const weights_arrangement plain = plain_weights(task);
    const std::vector<int> extents = panel_extents(task, blocking);
    const primitive_t type = primitive_of(plain.type), packed_type = primitive_of(blocking.form.b);
    buffer from("weights", {plain.extents.begin(), plain.extents.end()}, type, a_input);
    buffer to("packed", {extents.begin(), extents.end()}, packed_type, a_output);
    input weights("weights", {at.g, at.f, at.c, at.ky, at.kx}, type);
    weights.store_in(&from, plain.place({at.g, at.f, at.c, at.ky, at.kx}));
    const b_arrangement panels = in_panels(blocking);
    const var p("p", 0, panels.rows), f("f", 0, panels.columns);
    computation packed("packed", {at.g, p, f}, zero_of(packed_type));
    packed.store_in(&to, place_in_panels(blocking, at.g, p, f));
    packed(at.g, (at.ky * task.problem.kw + at.kx) * task.channels() + at.c, at.f) =
        widened(packed_type, weights(at.g, at.f, at.c, at.ky, at.kx));
    return {scope.get(), {from, to}};
}

/// Depths of blocks, each made longer so that they begin where vectors of channels do.
std::vector<int> whole_pieces(const std::vector<int> &depths, int all, const product_form &form) {
    std::set<int> whole;
    for (const int depth : depths) {
        whole.insert(std::min(all, divided_up(depth, form.line()) * form.line()));
    }
    return {whole.begin(), whole.end()};
}

} // namespace

std::string patch_product_solver::why_not(const conv2d_task &task) const {
    return task.any_batch  ? "any number of images, whose positions it cuts into blocks"
           : task.any_size ? "images of any size, whose positions it cuts into blocks"
                           : why_no_pooling(task);
}

std::size_t patch_product_solver::workspace_bytes(const conv2d_task &task,
                                                  const configuration &chosen) const {
    const conv2d_problem &p = task.problem;
    const product_blocks blocking(sizes_of(task), task.target.lanes, chosen, form_of(task));
    return blocking.a_bytes() + bytes_of(p.type) * static_cast<std::size_t>(p.mb) *
                                    static_cast<std::size_t>(p.ic * rows_met(p, p.oh)) *
                                    static_cast<std::size_t>(columns_met(p, p.ow));
}

std::vector<tunable> patch_product_solver::tunables(const conv2d_task &task) const {
    std::vector<tunable> all = product_tunables(sizes_of(task), task.target, form_of(task));
    for (tunable &one : all) {
        if (one.name == "depth") {
            one.values = whole_pieces(one.values, sizes_of(task).k, form_of(task));
        }
    }
    return all;
}

configuration patch_product_solver::default_configuration(const conv2d_task &task) const {
    configuration chosen = default_product_blocks(sizes_of(task), task.target, form_of(task));
    chosen["depth"] = whole_pieces({chosen["depth"]}, sizes_of(task).k, form_of(task)).front();
    return chosen;
}

conv2d_program patch_product_solver::generate(const conv2d_task &task, const configuration &chosen,
                                              const std::string &name) const {
    const conv2d_problem &problem = task.problem;
    const product_blocks blocking(sizes_of(task), task.target.lanes, chosen, form_of(task));
    const std::vector<int> extents = panel_extents(task, blocking);
    program packer = panel_packer(task, blocking, name + "_pack_weights");

    function_scope scope(name);
    const conv2d_iterators at(task);
    const conv2d_images images(task, at);
    const padded_src padded(task, at, images.src,
                            task.layouts.src == layout::nchw ? padded_src::copies::always
                                                             : padded_src::copies::where_needed,
                            padded_src::order::channels_last);
    const var p("p"), f("f");
    const primitive_t weights_type = primitive_of(blocking.form.b);
    buffer panels("weights", {extents.begin(), extents.end()}, weights_type, a_input);
    input weights("weights", {at.g, p, f}, weights_type);
    weights.store_in(&panels, place_in_panels(blocking, at.g, p, f));

    const auto place = [&](const expr &i, const expr &j) -> dst_position {
        const patch_position of(problem, i);
        return {of.n, at.g * task.filters() + j, of.y, of.x};
    };
    product_elements of;
    of.outer = {at.g};
    of.a = [&](const expr &i, const expr &row) {
        const patch_position where(problem, i);
        const patch_element what(task, row);
        return padded.element(where.n, at.g, what.c,
                              where.y * problem.sh + what.ky * (problem.dh + 1),
                              where.x * problem.sw + what.kx * (problem.dw + 1));
    };
    of.a_run = task.channels();
    of.b = [&](const expr &row, const expr &j) -> expr { return weights(at.g, row, j); };
    of.b_is_packed = true;
    of.start = [&](const expr &, const expr &j) {
        return images.start_of(at.g * task.filters() + j);
    };
    const primitive_t arithmetic = primitive_of(problem.types().arithmetic());
    of.scaled = [=](const expr &sum) { return widened(arithmetic, sum); };
    of.finished = [&](const expr &sum, const expr &i, const expr &j) {
        return images.finished(sum, place(i, j));
    };
    of.c_before = images.result_before();
    of.prefetches_c = problem.mb == 1; // else tiles may lie in two images
    of.c_place = [&](const expr &i, const expr &j) -> std::vector<expr> {
        const dst_position here = place(i, j);
        return {here.n, here.f, here.y, here.x};
    };
    of.store_in_c = [&](computation &part, const expr &i, const expr &j) {
        images.store_result(part, place(i, j));
    };
    write_blocked_product(blocking, of);
    return {{scope.get(), images.arguments({panels})}, std::move(packer), extents, blocking.form.b};
}

} // namespace tiramisu::nn
