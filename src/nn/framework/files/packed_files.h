#pragma once

#include <cstdint>
#include <string>

#include "nn/framework/files/object_files.h"
#include "nn/framework/program/packed_program.h"

// Layers whose weights are packed by a function of their own.

namespace tiramisu::nn {

/// Writes the layer, and <name>_pack_weights.
void write_packed_layer(const packed_program &made, const program &packing, const object_place &to,
                        const options &opts);

/// For the header: <name>_pack_weights, how many elements it writes, and the tag of `made_for`.
std::string packed_declarations(const object_place &to, std::int64_t weights_count,
                                const std::string &made_for,
                                element_type weights_type = element_type::f32);

} // namespace tiramisu::nn
