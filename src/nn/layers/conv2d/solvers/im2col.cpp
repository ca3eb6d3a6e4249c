#include "nn/layers/conv2d/solvers/im2col.h"

#include <algorithm>
#include <set>

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/gemm/blocked_product.h"

namespace tiramisu::nn {

namespace {

/// Of a group: positions of all images by filters, each a sum over a patch.
product_sizes sizes_of(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    return {p.mb * p.oh * p.ow, task.filters(), task.channels() * p.kh * p.kw};
}

/// Channels lie next to each other in a patch, as in the padded image.
struct patch_element {
    expr c, ky, kx;

    patch_element(const conv2d_task &task, const expr &p)
        : c(p % task.channels()), ky(p / (task.channels() * task.problem.kw)),
          kx(p / task.channels() % task.problem.kw) {}
};

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
    buffer from("weights", {plain.extents.begin(), plain.extents.end()}, p_float32, a_input);
    buffer to("packed", {extents.begin(), extents.end()}, p_float32, a_output);
    input weights("weights", {at.g, at.f, at.c, at.ky, at.kx}, p_float32);
    weights.store_in(&from, plain.place({at.g, at.f, at.c, at.ky, at.kx}));
    const b_arrangement panels = in_panels(blocking);
    const var p("p", 0, panels.rows), f("f", 0, panels.columns);
    computation packed("packed", {at.g, p, f}, 0.0f);
    packed.store_in(&to, place_in_panels(blocking, at.g, p, f));
    packed(at.g, (at.ky * task.problem.kw + at.kx) * task.channels() + at.c, at.f) =
        weights(at.g, at.f, at.c, at.ky, at.kx);
    return {scope.get(), {from, to}};
}

/// What a row of the product stands for.
struct patch_position {
    expr n, y, x;

    patch_position(const conv2d_problem &p, const expr &i)
        : n(i / (p.oh * p.ow)), y(i / p.ow % p.oh), x(i % p.ow) {}
};

/// Depths of blocks, each made longer so that they begin where vectors of channels do.
std::vector<int> whole_pieces(const std::vector<int> &depths, int all) {
    std::set<int> whole;
    for (const int depth : depths) {
        whole.insert(std::min(all, divided_up(depth, packed_piece) * packed_piece));
    }
    return {whole.begin(), whole.end()};
}

} // namespace

std::string im2col_conv2d::why_not(const conv2d_task &task) const {
    return task.any_batch  ? "any number of images, whose positions it cuts into blocks"
           : task.any_size ? "images of any size, whose positions it cuts into blocks"
                           : why_no_pooling(task);
}

bool im2col_conv2d::is_for_rule(const conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    const bool is_copied_by_others = p.kh * p.kw > 1 || p.ph > 0 || p.pw > 0;
    return !is_copied_by_others && task.layouts.src == layout::nhwc &&
           p.ic * p.sw % machine::page_floats == 0;
}

std::size_t im2col_conv2d::workspace_bytes(const conv2d_task &task,
                                           const configuration &chosen) const {
    const conv2d_problem &p = task.problem;
    const product_blocks blocking(sizes_of(task), task.target.lanes, chosen);
    return blocking.a_bytes() + sizeof(float) * static_cast<std::size_t>(p.mb) *
                                    static_cast<std::size_t>(p.ic * rows_met(p, p.oh)) *
                                    static_cast<std::size_t>(columns_met(p, p.ow));
}

std::vector<tunable> im2col_conv2d::tunables(const conv2d_task &task) const {
    std::vector<tunable> all = product_tunables(sizes_of(task), task.target);
    for (tunable &one : all) {
        if (one.name == "depth") {
            one.values = whole_pieces(one.values, sizes_of(task).k);
        }
    }
    return all;
}

configuration im2col_conv2d::default_configuration(const conv2d_task &task) const {
    configuration chosen = default_product_blocks(sizes_of(task), task.target);
    chosen["depth"] = whole_pieces({chosen["depth"]}, sizes_of(task).k).front();
    return chosen;
}

conv2d_program im2col_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                       const std::string &name) const {
    const conv2d_problem &problem = task.problem;
    const product_blocks blocking(sizes_of(task), task.target.lanes, chosen);
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
    buffer panels("weights", {extents.begin(), extents.end()}, p_float32, a_input);
    input weights("weights", {at.g, p, f}, p_float32);
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
    of.b = [&](const expr &row, const expr &j) -> expr { return weights(at.g, row, j); };
    of.b_is_packed = true;
    of.start = [&](const expr &, const expr &j) {
        return images.start_of(at.g * task.filters() + j);
    };
    of.scaled = [](const expr &sum) { return sum; };
    of.finished = [&](const expr &sum, const expr &i, const expr &j) {
        return images.finished(sum, place(i, j));
    };
    of.c_before = images.result_before();
    of.c_place = [&](const expr &i, const expr &j) -> std::vector<expr> {
        const dst_position here = place(i, j);
        return {here.n, here.f, here.y, here.x};
    };
    of.store_in_c = [&](computation &part, const expr &i, const expr &j) {
        images.store_result(part, place(i, j));
    };
    write_blocked_product(blocking, of);
    return {{scope.get(), images.arguments({panels})}, std::move(packer), extents};
}

} // namespace tiramisu::nn
