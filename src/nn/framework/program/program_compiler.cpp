#include "nn/framework/program/program_compiler.h"

#include "support/verbose.h"
#include "tiramisu/error.h"
#include "tiramisu/function_image.h"

namespace tiramisu::nn {

namespace {

std::string image_of(const program &what, const options &opts) {
    std::vector<buffer> handles = what.arguments;
    std::vector<buffer *> pointers;
    for (buffer &one : handles) {
        pointers.push_back(&one);
    }
    return function_image(what.what, pointers, opts);
}

} // namespace

compiled_function program_compiler::compiled(const program &what) const {
    if (images_ == nullptr) {
        return what.compile(opts_);
    }
    try {
        const std::string image = image_of(what, opts_);
        compiled_function loaded = image.empty() ? compiled_function() : load_function_image(image);
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
