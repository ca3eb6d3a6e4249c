#include "nn/layers/conv2d/solvers/device_tiles.h"

#include "nn/framework/program/device_tile.h"
#include "nn/layers/conv2d/patch_position.h"
#include "nn/layers/conv2d/tensors.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

constexpr int at_once = device_tile::at_once;

/// (group, row and column of the kernel, channel, filter)
weights_arrangement filters_innermost(const conv2d_task &task) {
    const conv2d_problem &p = task.problem;
    return {{p.g, p.kh, p.kw, task.channels(), task.filters()},
            [](const weight_index &at) -> std::vector<expr> {
                return {at.g, at.ky, at.kx, at.c, at.f};
            },
            task.filters(),
            task.channels()};
}

/// What the pixel reads there, with the zeros around images.
expr element_read(const conv2d_problem &problem, const conv2d_iterators &at, const input &src,
                  const patch_position &of) {
    const expr row = of.y * problem.sh + at.ky * (problem.dh + 1) - problem.ph;
    const expr column = of.x * problem.sw + at.kx * (problem.dw + 1) - problem.pw;
    const expr is_inside = row >= 0 && row < problem.ih && column >= 0 && column < problem.iw;
    return select(
        is_inside,
        src(of.n, at.g, at.c, clamp(row, 0, problem.ih - 1), clamp(column, 0, problem.iw - 1)),
        expr(0.0f));
}

void share_weights(computation sums, const input &weights, const var &level,
                   const device_tile &tile) {
    const var wg("wg"), wf("wf"), wc("wc"), wy("wy"), wx("wx");
    computation window = sums.cache_read(weights, level, memory::shared, {wg, wf, wc, wy, wx});
    window.interchange(wf, wc).interchange(wf, wy).interchange(wf, wx);
    window.store_in({wc, wf}, {expr(tile.depth), expr(tile.rows)});
    copy_by_all_threads(window, tile.rows * tile.depth);
}

/// By all threads of the block: of neighbours in memory, neighbouring ones.
void share_read(computation read, const computation &sums, const var &c, const device_loops &pixels,
                const var &level, bool channels_are_innermost) {
    const var c_turn("c_turn"), c_here("c_here"), p_turn("p_turn"), p_here("p_here");
    read.compute_at(sums, level);
    read.split(c, device_tile::threads, c_turn, c_here);
    read.split(pixels.all, device_tile::threads, p_turn, p_here);
    read.reorder(channels_are_innermost ? std::vector<var>{p_turn, c_turn, p_here, c_here}
                                        : std::vector<var>{p_turn, c_turn, c_here, p_here});
    read.gpu_thread(c_here).gpu_thread(p_here);
    read.tag_unroll_level(p_turn);
    read.tag_unroll_level(c_turn);
}

} // namespace

std::string device_conv2d::why_not(const conv2d_task &task) const {
    if (task.target.device.empty()) {
        return why_no_device(task.target);
    }
    if (task.any_batch || task.any_size) {
        return "sizes of images that calls tell, must be known";
    }
    for (const layout one : {task.layouts.src, task.layouts.dst}) {
        if (one != layout::nchw && one != layout::nhwc) {
            return "layout " + to_string(one) + ", must be nchw or nhwc";
        }
    }
    return why_no_pooling(task);
}

bool device_conv2d::is_for_rule(const conv2d_task &task) const {
    return task.problem.g == 1 || task.filters() >= device_tile::threads;
}

std::size_t device_conv2d::workspace_bytes(const conv2d_task &, const configuration &chosen) const {
    const device_tile tile(chosen);
    return sizeof(float) * static_cast<std::size_t>(tile.depth * (tile.rows + tile.columns));
}

std::vector<tunable> device_conv2d::tunables(const conv2d_task &) const {
    return device_tile_tunables();
}

configuration device_conv2d::default_configuration(const conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    return default_device_tile(task.filters(), p.mb * p.oh * p.ow, task.channels(), 64);
}

conv2d_program device_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                       const std::string &name) const {
    const weights_arrangement packed = filters_innermost(task);
    program packer = weights_packer(task, packed, name + "_pack_weights");

    const function_scope scope(name);
    const conv2d_problem &problem = task.problem;
    const device_tile tile(chosen);
    const conv2d_iterators at(task);
    const conv2d_images images(task, at);
    buffer weights_memory("weights", {packed.extents.begin(), packed.extents.end()}, p_float32,
                          a_input);
    input weights("weights", {at.g, at.f, at.c, at.ky, at.kx}, p_float32);
    weights.store_in(&weights_memory, packed.place({at.g, at.f, at.c, at.ky, at.kx}));

    const var p("p", 0, problem.mb * problem.oh * problem.ow);
    const patch_position of(problem, p);
    computation read("read", {at.g, at.ky, at.kx, at.c, p},
                     element_read(problem, at, images.src, of));
    computation sum("sum", {at.g, at.f, p}, 0.0f);
    sum(at.g, at.f, p) +=
        weights(at.g, at.f, at.c, at.ky, at.kx) * read(at.g, at.ky, at.kx, at.c, p);
    const expr filter = at.g * task.filters() + at.f;
    const dst_position place = {of.n, filter, of.y, of.x};
    computation result("result", {at.g, at.f, p},
                       images.finished(images.start_of(filter) + sum(at.g, at.f, p), place));
    images.store_result(result, place);

    const var c_tile("c_tile"), c_in("c_in");
    const device_parts parts(sum, result, "f", "p");
    computation sums = parts.sums;
    sums.reorder({at.g, at.f, p, at.ky, at.kx, at.c}).split(at.c, tile.depth, c_tile, c_in);
    parts.run_in_tiles(tile, {at.ky, at.kx, c_tile}, c_in);
    for (computation part : parts.all()) {
        part.gpu_block(at.g);
    }

    share_weights(sums, weights, c_tile, tile);
    share_read(read, sums, at.c, parts.column, c_tile, task.layouts.src == layout::nhwc);
    if (task.channels() > tile.depth) {
        sums.pipeline(c_tile);
    }
    return {{scope.get(), images.arguments({weights_memory})}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
