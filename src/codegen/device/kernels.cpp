#include "codegen/device/kernels.h"

namespace tiramisu::lower {

namespace {

using hir::Stmt;

class kernel_search : public hir::IRVisitor {
public:
    std::set<std::string> memory;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::For *op) override {
        if (!hir::is_gpu(op->for_type)) {
            hir::IRVisitor::visit(op);
            return;
        }
        const std::set<std::string> touched = memory_touched_by(Stmt(op)).all();
        memory.insert(touched.begin(), touched.end());
    }
};

constexpr const char *of_structure = ".buffer";

/// What is reached by name, as an element, an address or a structure that is handed on.
class memory_search : public hir::IRVisitor {
public:
    touched_memory touched;

private:
    using hir::IRVisitor::visit;
    std::set<std::string> own_;

    void note(std::set<std::string> &names, const std::string &name) {
        if (own_.count(name) == 0) {
            names.insert(name);
        }
    }
    void visit(const hir::Allocate *op) override {
        const bool is_new = own_.insert(op->name).second;
        hir::IRVisitor::visit(op);
        if (is_new) {
            own_.erase(op->name);
        }
    }
    void visit(const hir::Load *op) override {
        note(touched.read, op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        note(touched.written, op->name);
        hir::IRVisitor::visit(op);
    }
    // A function that gets an address may do both.
    void visit(const hir::Variable *op) override {
        if (!op->type.is_handle()) {
            return;
        }
        const std::string ending = of_structure;
        const std::size_t end = op->name.size() - std::min(op->name.size(), ending.size());
        const std::string name =
            op->name.compare(end, ending.size(), ending) == 0 ? op->name.substr(0, end) : op->name;
        note(touched.read, name);
        note(touched.written, name);
    }
    // What a structure says of itself touches no values, nor does a comparison of addresses.
    void visit(const hir::Call *op) override {
        const bool is_question =
            op->name.rfind("_halide_buffer_get_", 0) == 0 || op->name == "tiramisu_argument_bytes";
        if (!is_question) {
            hir::IRVisitor::visit(op);
        }
    }
    void visit(const hir::Reinterpret *op) override {
        if (!op->value.type().is_handle()) {
            hir::IRVisitor::visit(op);
        }
    }
};

template <typename Tree>
touched_memory touched_in(const Tree &tree) {
    memory_search search;
    tree.accept(&search);
    return search.touched;
}

} // namespace

std::set<std::string> touched_memory::all() const {
    std::set<std::string> both = read;
    both.insert(written.begin(), written.end());
    return both;
}

touched_memory memory_touched_by(const Stmt &stmt) {
    return touched_in(stmt);
}

touched_memory memory_touched_by(const Halide::Expr &expr) {
    return touched_in(expr);
}

std::set<std::string> memory_of_kernels(const Stmt &stmt) {
    kernel_search search;
    stmt.accept(&search);
    return search.memory;
}

} // namespace tiramisu::lower
