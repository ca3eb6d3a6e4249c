#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

hir::Stmt for_loop(const std::string &name, const Halide::Expr &first, const Halide::Expr &extent,
                   hir::ForType type, const hir::Stmt &body) {
    const Halide::DeviceAPI where =
        hir::is_gpu(type) ? Halide::DeviceAPI::Default_GPU : Halide::DeviceAPI::None;
    return hir::For::make(name, first, extent, type, Halide::Partition::Auto, where, body);
}

} // namespace tiramisu::lower
