#include "nn/framework/program/program_compiler.h"

#include "support/verbose.h"
#include "tiramisu/error.h"

namespace tiramisu::nn {

compiled_function program_compiler::compiled(const program &what) const {
    if (images_ == nullptr) {
        return what.compile(opts_);
    }
    try {
        const std::string image = what.image(opts_);
        compiled_function loaded = image.empty() ? compiled_function() : function::of_image(image);
        if (loaded) {
            (*images_)[loaded.name()] = image;
            return loaded;
        }
    } catch (const io_error &reason) { // images are written to files in memory
        support::tell(std::string("code is not kept: ") + reason.what());
    }
    return what.compile(opts_);
}

} // namespace tiramisu::nn
