#include "codegen/entry/arguments.h"

#include "codegen/expressions/names.h"
#include "codegen/expressions/types.h"

namespace tiramisu::lower {

std::vector<hir::LoweredArgument> function_arguments(const core::program &program) {
    std::vector<hir::LoweredArgument> arguments;
    for (const core::program_buffer &buffer : program.arguments) {
        const auto kind = buffer.role == a_output ? Halide::Argument::OutputBuffer
                                                  : Halide::Argument::InputBuffer;
        arguments.emplace_back(name_in_code(buffer.name), kind, storage_type(buffer.type),
                               static_cast<std::uint8_t>(buffer.sizes.size()),
                               Halide::ArgumentEstimates{});
    }
    for (const core::program_scalar &scalar : program.scalar_arguments) {
        arguments.emplace_back(name_in_code(scalar.name), Halide::Argument::InputScalar,
                               value_type(scalar.type), std::uint8_t(0),
                               Halide::ArgumentEstimates{});
    }
    return arguments;
}

} // namespace tiramisu::lower
