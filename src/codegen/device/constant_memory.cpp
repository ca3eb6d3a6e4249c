#include "codegen/device/constant_memory.h"

#include "codegen/expressions/names.h"
#include "core/commands/gpu_limits.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

constant_buffers constant_buffers_of(const core::program &program) {
    constant_buffers found;
    for (const auto *buffers : {&program.arguments, &program.temporaries}) {
        for (const core::program_buffer &buffer : *buffers) {
            if (buffer.space != memory::constant) {
                continue;
            }
            std::int64_t bytes = size_in_bytes(buffer.type);
            for (const expr &size : buffer.sizes) {
                bytes *= size.get_int_val();
            }
            found.emplace(name_in_code(buffer.name), bytes);
        }
    }
    return found;
}

void note_constant_memory(std::vector<hir::DeviceArgument> &arguments, const hir::Stmt &kernel,
                          const constant_buffers &constants, const std::string &function) {
    for (hir::DeviceArgument &one : arguments) {
        const auto found = one.is_buffer ? constants.find(one.name) : constants.end();
        if (found == constants.end()) {
            continue;
        }
        if (!hir::CodeGen_GPU_Dev::is_buffer_constant(kernel, one.name)) {
            throw unsupported_error("function \"" + function + "\"", "code generation",
                                    "\"" + name_in_program(one.name) +
                                        "\" is to lie in constant memory, which gives one element "
                                        "at a time to all threads of a block, but they read "
                                        "several at once; take memory::shared, or leave the tag "
                                        "out");
        }
        one.size = static_cast<std::size_t>(found->second);
    }
}

std::string constant_limits_text() {
    return "#define MAX_CONSTANT_BUFFER_SIZE " + std::to_string(core::most_constant_bytes) +
           "\n#define MAX_CONSTANT_ARGS " + std::to_string(core::most_constant_buffers) + "\n";
}

} // namespace tiramisu::lower
