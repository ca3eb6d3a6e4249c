#include "codegen/device/launch_bounds.h"

#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

/// Empty where only the running program knows the numbers.
std::string directive_of(const kernel_launch &kernel) {
    std::string text;
    for (const Halide::Expr &number : kernel.threads) {
        const auto known = hir::as_const_int(hir::simplify(number));
        if (!known) {
            return "";
        }
        text += (text.empty() ? "\n.maxntid " : ", ") + std::to_string(*known);
    }
    return text;
}

} // namespace

std::string with_launch_bounds(std::string ptx, const std::vector<kernel_launch> &kernels) {
    for (const kernel_launch &kernel : kernels) {
        const std::size_t entry = ptx.find(".entry " + kernel.name + "(");
        const std::size_t body = entry == std::string::npos ? entry : ptx.find("\n{", entry);
        if (body == std::string::npos) {
            throw internal_error("there is no kernel \"" + kernel.name + "\" in the PTX");
        }
        ptx.insert(body, directive_of(kernel));
    }
    return ptx;
}

} // namespace tiramisu::lower
