#include "nn/framework/files/packed_files.h"

#include "nn/framework/files/header_text.h"

namespace tiramisu::nn {

void write_packed_layer(const packed_program &made, const program &packing, const object_place &to,
                        const options &opts) {
    // Callers know how many elements there are, which is all that the header tells.
    buffer weights = made.run.arguments.at(1), packed = packing.arguments.back();
    weights.any_shape();
    packed.any_shape();
    write_function(packing, to.further("pack_weights"), opts);
    write_function(made.run, to, opts);
}

std::string packed_declarations(const object_place &to, std::int64_t weights_count,
                                const std::string &made_for, element_type weights_type) {
    const std::string elements = weights_type == element_type::f32
                                     ? "floats"
                                     : "elements of type " + to_string(weights_type);
    return include_of(to, "pack_weights") + "/* in " + elements + " */\nenum { " + to.name +
           "_packed_weights_size = " + std::to_string(weights_count) + " };\n" +
           tag_declaration(to.name, made_for);
}

} // namespace tiramisu::nn
