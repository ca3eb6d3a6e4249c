#include "graph/compile/header_text.h"

#include <sstream>

namespace tiramisu::graph {

namespace {

bool is_argument(const sequence_memory &memory, argument_t role) {
    return memory.role == role && !memory.is_embedded();
}

std::string sizes_text(const sequence_memory &memory, const std::string &between) {
    std::string text;
    for (const expr &size : memory.sizes) {
        text += (text.empty() ? "" : between) + std::to_string(size.get_int_val());
    }
    return text;
}

/// Elements in C, and how halide_buffer_t says it. Booleans are bytes, 0 or 1.
struct c_type {
    const char *name, *code;
    int bits;
};

c_type c_type_of(primitive_t type) {
    switch (type) {
    case p_int8: return {"int8_t", "halide_type_int", 8};
    case p_int16: return {"int16_t", "halide_type_int", 16};
    case p_int32: return {"int32_t", "halide_type_int", 32};
    case p_int64: return {"int64_t", "halide_type_int", 64};
    case p_uint16: return {"uint16_t", "halide_type_uint", 16};
    case p_uint32: return {"uint32_t", "halide_type_uint", 32};
    case p_uint64: return {"uint64_t", "halide_type_uint", 64};
    case p_float32: return {"float", "halide_type_float", 32};
    case p_float64: return {"double", "halide_type_float", 64};
    default: return {"uint8_t", "halide_type_uint", 8};
    }
}

/// "typedef struct net_inputs { const float *x; } net_inputs;"
std::string structure(const function_sequence &network, argument_t role, const std::string &kind) {
    const std::string name = network.name + "_" + kind;
    std::ostringstream text;
    text << "typedef struct " << name << " {\n";
    for (const sequence_memory &one : network.memory) {
        if (is_argument(one, role)) {
            text << "    " << (role == a_input ? "const " : "") << c_type_of(one.type).name << " *"
                 << one.name << "; /* " << sizes_text(one, " x ") << " */\n";
        }
    }
    text << "} " << name << ";\n\n";
    return text.str();
}

/// Describes arrays as the function takes them.
std::string describing_function(const std::string &name) {
    return "static inline void " + name +
           "_describe(halide_buffer_t *to, halide_dimension_t *dimensions, const void *data, int "
           "rank,\n                                    const int32_t *sizes, halide_type_code_t "
           "code, "
           "uint8_t bits) {\n"
           "    int32_t stride = 1;\n"
           "    int d;\n"
           "    memset((void *)to, 0, sizeof *to);\n"
           "    for (d = 0; d < rank; d++) {\n"
           "        dimensions[d].min = 0;\n"
           "        dimensions[d].extent = sizes[rank - 1 - d];\n"
           "        dimensions[d].stride = stride;\n"
           "        dimensions[d].flags = 0;\n"
           "        stride *= dimensions[d].extent;\n"
           "    }\n"
           "    to->host = (uint8_t *)data;\n"
           "    to->type.code = code;\n"
           "    to->type.bits = bits;\n"
           "    to->type.lanes = 1;\n"
           "    to->dimensions = rank;\n"
           "    to->dim = dimensions;\n"
           "}\n\n";
}

std::string running_function(const function_sequence &network) {
    std::ostringstream variables, calls, arguments;
    int count = 0;
    for (const argument_t role : {a_input, a_output}) {
        for (const sequence_memory &one : network.memory) {
            if (!is_argument(one, role)) {
                continue;
            }
            const c_type type = c_type_of(one.type);
            const std::string number = std::to_string(++count),
                              rank = std::to_string(one.sizes.size());
            variables << "    static const int32_t sizes_" << number << "[] = {"
                      << sizes_text(one, ", ") << "};\n    halide_dimension_t dimensions_" << number
                      << "[" << rank << "];\n    halide_buffer_t tensor_" << number << ";\n";
            calls << "    " << network.name << "_describe(&tensor_" << number << ", dimensions_"
                  << number << ", " << (role == a_input ? "in" : "out") << "->" << one.name << ", "
                  << rank << ", sizes_" << number << ", " << type.code << ", " << type.bits
                  << ");\n";
            arguments << (count == 1 ? "" : ", ") << "&tensor_" << number;
        }
    }
    return "/* Computes; 0, or the code of an error that has been reported. */\nstatic inline "
           "int " +
           network.name + "_run(const " + network.name + "_inputs *in, const " + network.name +
           "_outputs *out) {\n" + variables.str() + calls.str() + "    return " + network.name +
           "(" + arguments.str() + ");\n}\n";
}

} // namespace

std::string plain_arrays_text(const function_sequence &network) {
    return "#include <string.h>\n\n#include \"HalideRuntime.h\"\n\n/* The tensors of " +
           network.name + " as arrays, row after row. */\n" +
           structure(network, a_input, "inputs") + structure(network, a_output, "outputs") +
           describing_function(network.name) + running_function(network);
}

} // namespace tiramisu::graph
