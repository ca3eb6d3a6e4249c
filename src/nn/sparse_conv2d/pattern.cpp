#include "nn/sparse_conv2d/pattern.h"

#include "nn/program/pieces.h"
#include "nn/program/program.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

namespace {

/// What the weight in this column of the matrix meets.
expr offset_of(const conv2d_problem &p, const copy_strides &copy, const expr &column) {
    const expr kx = column % p.kw * (p.dw + 1);
    const expr ky = column / p.kw % p.kh * (p.dh + 1);
    const expr c = column / (p.kw * p.kh);
    return c * copy.plane + ky * copy.row + kx % copy.phases * copy.phase_length +
           kx / copy.phases * copy.column;
}

} // namespace

pattern::pattern(const sparse_conv2d_task &task, int channel_blocks)
    : pattern(task, channel_blocks, constant("nonzeros", p_int32)) {}

pattern::pattern(const sparse_conv2d_task &task, int channel_blocks, const constant &elements)
    : values("values", {"element"}, {expr(elements)}, p_float32),
      offsets("offsets", {"element"}, {expr(elements)}, p_int32),
      starts("starts", {"block", "filter"}, {channel_blocks + 1, task.problem.oc}, p_int32),
      values_memory_("values", {elements}, p_float32, a_input),
      offsets_memory_("offsets", {elements}, p_int32, a_input),
      starts_memory_("starts", {channel_blocks + 1, task.problem.oc}, p_int32, a_input) {
    values.store_in(&values_memory_);
    offsets.store_in(&offsets_memory_);
    starts.store_in(&starts_memory_);
}

var pattern::nonzeros(const expr &block, const expr &f) const {
    return var("k", starts(block, f), starts(block + 1, f));
}

program pattern_packer(const sparse_conv2d_task &task, const copy_strides &copy,
                       int channels_a_block, const std::string &name) {
    function_scope scope(name);
    const int blocks = divided_up(task.problem.ic, channels_a_block), oc = task.problem.oc;
    const constant elements("nonzeros", p_int32);
    const var e("e", 0, elements), f("f", 0, oc), b("b", 0, blocks + 1);
    input row_starts("row_starts", {"row"}, {oc + 1}, p_int32);
    input columns("column_indices", {"element"}, {expr(elements)}, p_int32);
    buffer row_starts_memory("row_starts", {oc + 1}, p_int32, a_input);
    buffer columns_memory("column_indices", {elements}, p_int32, a_input);
    buffer offsets_memory("offsets", {elements}, p_int32, a_output);
    buffer starts_memory("starts", {blocks + 1, oc}, p_int32, a_output);
    row_starts.store_in(&row_starts_memory);
    columns.store_in(&columns_memory);

    computation offsets("offsets", {e}, offset_of(task.problem, copy, columns(e)));
    offsets.store_in(&offsets_memory);
    // A filter's elements ascend by columns, so a block begins after all elements before its first
    // column.
    const var k("k", row_starts(f), row_starts(f + 1));
    computation starts("starts", {b, f}, row_starts(f));
    starts(b, f) +=
        select(columns(k) < b * (channels_a_block * task.kernel_elements()), expr(1), expr(0));
    starts.store_in(&starts_memory);
    return {scope.get(), {row_starts_memory, columns_memory, offsets_memory, starts_memory}};
}

} // namespace tiramisu::nn
