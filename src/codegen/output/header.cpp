#include "codegen/output/header.h"

#include <cctype>

#include "codegen/entry/argument_names.h"
#include "core/program/written_buffers.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

std::string guard_of(const std::string &name) {
    std::string guard = "TIRAMISU_GENERATED_";
    for (const char c : name) {
        guard +=
            std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::toupper(c)) : '_';
    }
    return guard + "_H";
}

const char *c_type(primitive_t type) {
    switch (type) {
    case p_boolean: return "bool";
    case p_uint8: return "uint8_t";
    case p_uint16: return "uint16_t";
    case p_uint32: return "uint32_t";
    case p_uint64: return "uint64_t";
    case p_int8: return "int8_t";
    case p_int16: return "int16_t";
    case p_int32: return "int32_t";
    case p_int64: return "int64_t";
    case p_float32: return "float";
    case p_float64: return "double";
    case p_float16:
    case p_bfloat16:
    case p_none: break;
    }
    throw internal_error("an argument of the generated function has no type");
}

// The text as a C comment quotes it: an end of a comment inside would end the comment.
std::string quoted(std::string text) {
    for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) {
        text.replace(at, 2, "* /");
    }
    return text;
}

std::string size_list(const core::program_buffer &buffer) {
    std::string text;
    for (const expr &size : buffer.sizes) {
        text += (text.empty() ? "" : " x ") + size.to_str();
    }
    return text.empty() ? "one element" : text;
}

/// An update of an input writes the caller's memory.
std::string role_text(const core::program &program, const core::program_buffer &buffer) {
    return buffer.role == a_output                  ? "output"
           : core::is_written(program, buffer.name) ? "input and output"
                                                    : "input";
}

std::string describe(const core::program &program, const core::program_buffer &buffer) {
    std::string text = " * " + argument_name(program, buffer.name) + ": " +
                       role_text(program, buffer) + ", " + to_string(buffer.type) + ", " +
                       quoted(size_list(buffer));
    if (buffer.sizes.size() > 1) {
        text += " (outermost first)";
    }
    text += ".\n";
    for (std::size_t d = buffer.sizes.size(); d-- > 0 && buffer.sizes.size() > 1;) {
        text += " *     halide_buffer_t dim[" + std::to_string(buffer.sizes.size() - 1 - d) +
                "]: extent " + quoted(buffer.sizes[d].to_str()) +
                (d + 1 == buffer.sizes.size() ? ", stride 1\n" : "\n");
    }
    return text;
}

std::string describe(const core::program_scalar &scalar) {
    return " * " + c_identifier(scalar.name) + ": scalar, " + to_string(scalar.type) + ".\n";
}

std::string may_coincide(const core::program &program) {
    std::string text;
    for (const core::program_overlap &pair : program.overlaps) {
        if (pair.may_coincide) {
            text += std::string(text.empty() ? " * But " : ", ") +
                    argument_name(program, pair.written) + " may be " +
                    argument_name(program, pair.other);
        }
    }
    return text.empty() ? "" : text + ".\n";
}

std::string documentation(const core::program &program, const std::string &name) {
    std::string text = "/* " + name + "\n *\n";
    for (const core::program_buffer &buffer : program.arguments) {
        text += describe(program, buffer);
    }
    for (const core::program_scalar &scalar : program.scalar_arguments) {
        text += describe(scalar);
    }
    return text +
           " *\n"
           " * Memory is dense and row-major: the last size varies fastest. Arguments must not "
           "overlap.\n" +
           may_coincide(program) +
           " * Returns 0, or an error code after the error handler of the runtime was called.\n"
           " * May be called from several threads at once.\n"
           " */\n";
}

std::string parameters(const core::program &program) {
    std::string text;
    const auto add = [&](const std::string &parameter) {
        text += (text.empty() ? "" : ", ") + parameter;
    };
    for (const core::program_buffer &buffer : program.arguments) {
        add("struct halide_buffer_t *" + argument_name(program, buffer.name));
    }
    for (const core::program_scalar &scalar : program.scalar_arguments) {
        add(c_type(scalar.type) + (" " + c_identifier(scalar.name)));
    }
    return text.empty() ? "void" : text;
}

} // namespace

std::string header_text(const core::program &program, const std::string &name) {
    const std::string guard = guard_of(name);
    return std::string(generated_mark) +
           " Link the object file and the library tiramisu_runtime. */\n"
           "#ifndef " +
           guard + "\n#define " + guard +
           "\n\n"
           "#include <stdbool.h>\n#include <stdint.h>\n\n"
           "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
           "struct halide_buffer_t; /* defined in HalideRuntime.h */\n\n" +
           documentation(program, name) + "int " + name + "(" + parameters(program) +
           ");\n\n"
           "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

} // namespace tiramisu::lower
