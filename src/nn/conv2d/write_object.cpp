#include "nn/choice/made_for.h"
#include "nn/conv2d/packing.h"
#include "nn/conv2d/sized_problem.h"
#include "nn/conv2d/solvers.h"
#include "nn/files/header_text.h"
#include "nn/files/packed_files.h"

namespace tiramisu::nn {

namespace {

/// "(ih + 2 - 3) / 2 + 1": of so many elements with padding, by windows.
std::string count(const std::string &size, int window, int stride, int padding) {
    return "(" + size + " + " + std::to_string(2 * padding) + " - " + std::to_string(window) +
           ") / " + std::to_string(stride) + " + 1";
}

/// What it comes to for a picture of ih x iw.
std::string size_of_dst(const conv2d_problem &p) {
    const std::string rows = count("ih", (p.kh - 1) * (p.dh + 1) + 1, p.sh, p.ph);
    const std::string columns = count("iw", (p.kw - 1) * (p.dw + 1) + 1, p.sw, p.pw);
    const post::pool *pool = p.pooling();
    return pool == nullptr ? "(" + rows + ") x (" + columns + ")"
                           : "(" + count("(" + rows + ")", pool->kh, pool->sh, pool->ph) + ") x (" +
                                 count("(" + columns + ")", pool->kw, pool->sw, pool->pw) + ")";
}

/// What callers have to know and the declarations do not say.
std::string header_text(const conv2d_task &task, const std::string &name) {
    const conv2d_problem &p = task.problem;
    const auto pictures = [&](const std::array<int, 4> &extents, const std::string &size) {
        return (task.any_batch ? "mb" : std::to_string(extents[0])) + " x " +
               std::to_string(extents[1]) + " x " +
               (task.any_size ? size : times(std::array<int, 2>{extents[2], extents[3]}));
    };
    return "src: " + pictures(p.src_extents(), "ih x iw") + " as " + to_string(task.layouts.src) +
           "; dst: " + pictures(p.dst_extents(), size_of_dst(p)) + " as " +
           to_string(task.layouts.dst) + "\n * weights: " + times(p.weights_extents()) +
           ", which " + name + "_pack_weights brings into the order that " + name + " reads";
}

} // namespace

void conv2d::write_object(const conv2d_problem &problem, const std::string &object,
                          const std::string &name, const conv2d_options &how, source_place where) {
    const options compiled = object_options(how.compiled);
    const conv2d_task task{problem.completed(where), how.layouts, machine::of(compiled),
                           how.any_batch, how.any_size};
    const std::string text = task.problem.text();
    require_some(text, "mb", task.problem.mb, where);
    require_sizes_to_cut_for(task, where);
    const object_place to = object_place::of(text, object, name, where);
    const conv2d_choice choice = all_conv2d_solvers().chosen(task, how, where);
    const conv2d_program made = choice.solver->generate(task, choice.values, name);
    write_packed_layer(made, packing_for(task, made, to.further("pack_weights").name), to,
                       compiled);
    add_to_header(to, layer_comment(text, choice, header_text(task, name)) +
                          packed_declarations(to, made.weights_count(), made_for(task, choice)));
}

} // namespace tiramisu::nn
