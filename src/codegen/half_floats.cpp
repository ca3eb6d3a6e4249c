#include "codegen/half_floats.h"

#include <algorithm>

#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

namespace {

bool is_half(const expr &value) {
    bool found = false;
    core::for_each_node(
        value, [&](const expr &node) { found = found || node.get_data_type() == p_float16; });
    return found;
}

bool are_half(const std::vector<core::program_buffer> &buffers) {
    return std::any_of(buffers.begin(), buffers.end(),
                       [](const auto &one) { return one.type == p_float16; });
}

bool are_half(const std::vector<core::program_scalar> &scalars) {
    return std::any_of(scalars.begin(), scalars.end(),
                       [](const auto &one) { return one.type == p_float16 || is_half(one.value); });
}

bool has_half_floats(const core::program_statement &statement) {
    return is_half(statement.value) || is_half(statement.condition) || are_half(statement.lets) ||
           std::any_of(statement.index.begin(), statement.index.end(), is_half);
}

bool has_half_floats(const core::program &program) {
    return are_half(program.arguments) || are_half(program.temporaries) ||
           are_half(program.scalar_arguments) || are_half(program.constants) ||
           std::any_of(program.statements.begin(), program.statements.end(),
                       [](const auto &entry) { return has_half_floats(entry.second); });
}

} // namespace

Halide::Target without_half_floats(const core::program &program, const Halide::Target &target) {
    using Halide::Target;
    return target.has_feature(Target::AVX512_SapphireRapids) && has_half_floats(program)
               ? target.without_feature(Target::AVX512_SapphireRapids)
                     .with_feature(Target::AVX512_Cannonlake)
               : target;
}

} // namespace tiramisu::lower
