#include "codegen/passes/device_code.h"

#include <algorithm>

#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

/// The user's name of a kernel's loop, without what says which of the grid's it is.
std::string loop_of(const std::string &name) {
    return name.substr(0, std::min(name.find(".block_id_"), name.find(".thread_id_")));
}

class device_code_finder : public hir::IRVisitor {
    using hir::IRVisitor::visit;

    void visit(const hir::For *op) override {
        if (hir::is_gpu(op->for_type)) {
            throw unsupported_error("loop \"" + loop_of(op->name) + "\"", "code generation",
                                    "runs on a GPU, and the target has none; name one that has in "
                                    "options::target, as \"host-opencl\" or \"host-cuda\"");
        }
        hir::IRVisitor::visit(op);
    }
};

} // namespace

hir::Stmt refuse_device_code(const hir::Stmt &stmt) {
    device_code_finder finder;
    stmt.accept(&finder);
    return stmt;
}

} // namespace tiramisu::lower
