#include "nn/framework/program/program_compiler.h"

namespace tiramisu::nn {

compiled_function program_compiler::compiled(const program &what) const {
    if (images_ == nullptr) {
        return what.compile(opts_);
    }
    const std::string image = what.image(opts_);
    compiled_function loaded = image.empty() ? compiled_function() : function::of_image(image);
    if (!loaded) {
        return what.compile(opts_);
    }
    (*images_)[loaded.name()] = image;
    return loaded;
}

} // namespace tiramisu::nn
