#include "nn/framework/files/packed_files.h"
#include "nn/layers/conv2d/layer.h"
#include "nn/layers/conv2d/packing.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<conv2d_layer>;

/// "(ih + 2 - 3) / 2 + 1": of so many elements with padding, by windows.
std::string count(const std::string &size, int window, int stride, int padding) {
    return "(" + size + " + " + std::to_string(2 * padding) + " - " + std::to_string(window) +
           ") / " + std::to_string(stride) + " + 1";
}

/// What it comes to for an image of ih x iw.
std::string size_of_dst(const conv2d_problem &p) {
    const std::string rows = count("ih", (p.kh - 1) * (p.dh + 1) + 1, p.sh, p.ph);
    const std::string columns = count("iw", (p.kw - 1) * (p.dw + 1) + 1, p.sw, p.pw);
    const post::pool *pool = p.pooling();
    return pool == nullptr ? "(" + rows + ") x (" + columns + ")"
                           : "(" + count("(" + rows + ")", pool->kh, pool->sh, pool->ph) + ") x (" +
                                 count("(" + columns + ")", pool->kw, pool->sw, pool->pw) + ")";
}

} // namespace

void description::require_something(const conv2d_task &task, source_place where) {
    require_some(task.problem.text(), "mb", task.problem.mb, where);
}

void description::write(const conv2d_program &made, const conv2d_task &task, const object_place &to,
                        const options &opts) {
    write_packed_layer(made, packing_for(task, made, to.further("pack_weights").name), to, opts);
}

std::string description::header_text(const conv2d_program &, const conv2d_task &task,
                                     const object_place &to, const options &) {
    const conv2d_problem &p = task.problem;
    const auto images = [&](const std::array<int, 4> &extents, const std::string &size) {
        return (task.any_batch ? "mb" : std::to_string(extents[0])) + " x " +
               std::to_string(extents[1]) + " x " +
               (task.any_size ? size : times(std::array<int, 2>{extents[2], extents[3]}));
    };
    return "src: " + images(p.src_extents(), "ih x iw") + " as " + to_string(task.layouts.src) +
           "; dst: " + images(p.dst_extents(), size_of_dst(p)) + " as " +
           to_string(task.layouts.dst) + "\n * weights: " + times(p.weights_extents()) +
           ", which " + to.name + "_pack_weights brings into the order that " + to.name + " reads";
}

} // namespace tiramisu::nn
