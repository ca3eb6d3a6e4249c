#include "codegen/passes/device_code.h"

#include <algorithm>

#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

[[noreturn]] void refuse(const std::string &what, const std::string &name, const char *problem) {
    throw unsupported_error(what + " \"" + name + "\"", "code generation",
                            std::string(problem) +
                                ", and the target has none; name one that has in "
                                "options::target, as \"host-opencl\" or \"host-cuda\"");
}

/// The user's name of a kernel's loop, without what says which of the grid's it is.
std::string loop_of(const std::string &name) {
    return name.substr(0, std::min(name.find(".block_id_"), name.find(".thread_id_")));
}

class device_code_finder : public hir::IRVisitor {
    using hir::IRVisitor::visit;

    void visit(const hir::For *op) override {
        if (hir::is_gpu(op->for_type)) {
            refuse("loop", loop_of(op->name), "runs on a GPU");
        }
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Allocate *op) override {
        const bool is_host = op->memory_type == Halide::MemoryType::Stack ||
                             op->memory_type == Halide::MemoryType::Heap;
        if (!is_host) {
            refuse("buffer", op->name, "lies in the memory of a GPU");
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
