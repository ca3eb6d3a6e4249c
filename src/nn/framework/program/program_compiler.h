#pragma once

#include <map>
#include <string>

#include "nn/framework/program/program.h"

namespace tiramisu::nn {

/// Machine code of functions as bytes, by their names; see function_image.h.
using code_images = std::map<std::string, std::string>;

/// Compiles the programs of a layer into this process.
class program_compiler {
public:
    /// What was compiled is also added to the images, if there are any to add to, as far as other
    /// processes can load it.
    program_compiler(const options &opts, code_images *images = nullptr)
        : opts_(opts), images_(images) {}

    compiled_function compiled(const program &what) const;

private:
    options opts_;
    code_images *images_;
};

} // namespace tiramisu::nn
