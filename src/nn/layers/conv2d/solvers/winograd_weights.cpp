#include "nn/layers/conv2d/solvers/winograd_weights.h"

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

weights_arrangement transformed_weights(const conv2d_task &task, const winograd_tiling &blocking) {
    const int block = blocking.filters();
    return {{task.problem.g, blocking.filter_blocks, blocking.tile.down.products(),
             blocking.tile.across.products(), task.channels(), block},
            [block](const weight_index &at) -> std::vector<expr> {
                return {at.g, at.f / block, at.ky, at.kx, at.c, at.f % block};
            },
            blocking.filter_blocks *block,
            task.channels()};
}

program weights_transformer(const conv2d_task &task, const winograd_tiling &blocking,
                            const std::string &name) {
    function_scope scope(name);
    const conv2d_iterators at(of_weights(task));
    const weights_arrangement plain = plain_weights(task),
                              packed = transformed_weights(task, blocking);
    buffer from("weights", {plain.extents.begin(), plain.extents.end()}, p_float32, a_input);
    buffer to("packed", {packed.extents.begin(), packed.extents.end()}, p_float32, a_output);
    input weights("weights", {at.g, at.f, at.c, at.ky, at.kx}, p_float32);
    weights.store_in(&from, plain.place({at.g, at.f, at.c, at.ky, at.kx}));

    const winograd_transform &down = blocking.tile.down, &across = blocking.tile.across;
    const var a("a", 0, down.products()), b("b", 0, across.products()), f("f", 0, packed.filters);
    computation columns(
        "columns", {at.g, at.f, at.c, a, at.kx},
        row_times(down.g, a, [&](int ky) -> expr { return weights(at.g, at.f, at.c, ky, at.kx); }));
    const expr value =
        row_times(across.g, b, [&](int kx) -> expr { return columns(at.g, at.f, at.c, a, kx); });
    const bool is_full = packed.filters == task.filters();
    computation both("packed", {at.g, f, at.c, a, b}, is_full ? value : expr(0.0f));
    both.store_in(&to, packed.place({at.g, f, at.c, a, b}));
    if (!is_full) {
        both(at.g, at.f, at.c, a, b) = value;
    }
    computation last = is_full ? both : both.update(0);
    columns.tag_unroll_level(a);
    last.tag_unroll_level(a);
    last.tag_unroll_level(b);
    columns.compute_at(last, at.c);
    return {scope.get(), {from, to}};
}

} // namespace tiramisu::nn
