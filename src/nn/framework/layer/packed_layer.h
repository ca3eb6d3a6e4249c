#pragma once

#include <string>

#include "nn/framework/files/packed_files.h"
#include "nn/framework/layer/compiled_layer.h"
#include "nn/framework/program/packed_kernel.h"

namespace tiramisu::nn {

/// What layers whose weights are packed, if at all, by a function of their own have alike.
template <typename Description, typename Task>
struct packed_description : usual_description<Description, Task, packed_program> {
    using code = packed_kernel;

    static packed_kernel compiled(const packed_program &what, const program_compiler &compiler,
                                  const std::string &made_for) {
        return {what, compiler, made_for};
    }
    static std::string declarations(const packed_program &made, const Task &,
                                    const std::string &made_for, const object_place &to) {
        return packed_declarations(to, made.weights_count(), made_for, made.weights_type);
    }
};

} // namespace tiramisu::nn
