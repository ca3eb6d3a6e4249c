#include "graph/compile/header_text.h"

#include <iomanip>
#include <sstream>

#include "graph/compile/network_program.h"

namespace tiramisu::graph {

namespace {

bool holds_weights(const sequence_memory &memory) {
    return memory.name == weights_memory || memory.name == indices_memory;
}

bool is_tensor(const sequence_memory &memory, argument_t role) {
    return memory.role == role && !holds_weights(memory);
}

bool is_argument(const sequence_memory &memory) {
    return (memory.role == a_input || memory.role == a_output) && !memory.is_embedded();
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
        if (is_tensor(one, role)) {
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

/// Names of parameters and variables of <name>_run(), in which the function is called: none of them
/// may be its name.
class local_names {
public:
    explicit local_names(const std::string &function) : function_(function) {}

    std::string operator()(const std::string &wanted) const {
        return wanted == function_ ? wanted + "_" : wanted;
    }

private:
    const std::string &function_;
};

/// What <name>_run() calls an array that it is given.
std::string array_text(const sequence_memory &memory, const local_names &local) {
    if (holds_weights(memory)) {
        return local("weights") + "->" + (memory.name == weights_memory ? "floats" : "integers");
    }
    return local(memory.role == a_input ? "in" : "out") + "->" + memory.name;
}

std::string parameters_text(const std::string &name, bool takes_weights) {
    const local_names local(name);
    return (takes_weights ? "const tiramisu_weight_file *" + local("weights") + ", " : "") +
           "const " + name + "_inputs *" + local("in") + ", const " + name + "_outputs *" +
           local("out");
}

std::string running_function(const function_sequence &network, bool takes_weights) {
    const local_names local(network.name);
    std::ostringstream variables, calls, arguments;
    int count = 0;
    for (const sequence_memory &one : network.memory) {
        if (!is_argument(one)) {
            continue;
        }
        const c_type type = c_type_of(one.type);
        const std::string number = std::to_string(++count), rank = std::to_string(one.sizes.size()),
                          sizes = local("sizes_" + number), tensor = local("tensor_" + number),
                          dimensions = local("dimensions_" + number);
        variables << "    static const int32_t " << sizes << "[] = {" << sizes_text(one, ", ")
                  << "};\n    halide_dimension_t " << dimensions << "[" << rank
                  << "];\n    halide_buffer_t " << tensor << ";\n";
        calls << "    " << network.name << "_describe(&" << tensor << ", " << dimensions << ", "
              << array_text(one, local) << ", " << rank << ", " << sizes << ", " << type.code
              << ", " << type.bits << ");\n";
        arguments << (count == 1 ? "" : ", ") << "&" << tensor;
    }
    return "/* Computes; 0, or the code of an error that has been reported. */\nstatic inline "
           "int " +
           network.name + "_run(" + parameters_text(network.name, takes_weights) + ") {\n" +
           variables.str() + calls.str() + "    return " + network.name + "(" + arguments.str() +
           ");\n}\n";
}

/// The same in memory that calls have left.
std::string running_in_function(const std::string &name, bool takes_weights) {
    const local_names local(name);
    const std::string workspace = local("workspace"), before = local("before"),
                      status = local("status");
    return "\n/* The same in a workspace of tiramisu_make_execution(), which keeps the memory that "
           "calls need: those after the\n   first allocate none. Null: as " +
           name + "_run(). */\nstatic inline int " + name + "_run_in(tiramisu_execution *" +
           workspace + ", " + parameters_text(name, takes_weights) +
           ") {\n    tiramisu_execution *const " + before + " = tiramisu_set_execution(" +
           workspace + ");\n    const int " + status + " = " + name + "_run(" +
           (takes_weights ? local("weights") + ", " : "") + local("in") + ", " + local("out") +
           ");\n    tiramisu_set_execution(" + before + ");\n    return " + status + ";\n}\n";
}

std::string opening_function(const std::string &name, std::uint64_t fingerprint) {
    std::ostringstream text;
    text << "/* Maps the file of weights that was written with this header; 0, or the code of an "
            "error that has been\n   reported. tiramisu_close_weight_file() ends it. */\n"
         << "static inline int " << name
         << "_open_weights(const char *path, tiramisu_weight_file *opened) {\n"
         << "    return tiramisu_open_weight_file(path, UINT64_C(0x" << std::hex << std::setw(16)
         << std::setfill('0') << fingerprint << "), opened);\n}\n\n";
    return text.str();
}

} // namespace

std::string plain_arrays_text(const function_sequence &network,
                              const std::optional<std::uint64_t> &weight_fingerprint) {
    const bool takes_weights = weight_fingerprint.has_value();
    return "#include <string.h>\n\n#include \"HalideRuntime.h\"\n#include "
           "\"tiramisu/runtime.h\"\n\n/* The tensors of " +
           network.name + " as arrays, row after row. */\n" +
           structure(network, a_input, "inputs") + structure(network, a_output, "outputs") +
           describing_function(network.name) +
           (weight_fingerprint ? opening_function(network.name, *weight_fingerprint) : "") +
           running_function(network, takes_weights) +
           running_in_function(network.name, takes_weights);
}

} // namespace tiramisu::graph
