#include "codegen/output/code_bytes.h"

namespace tiramisu::lower {

namespace {

// Of a module, whatever it does, and of each of its operations. 32 layers of one or two modules,
// from a softmax to an LSTM, took 43 MiB of resident memory, where these make it 54.
constexpr std::size_t bytes_of_module = 1 << 20, bytes_of_operation = 8;

class operation_counter : public hir::IRGraphVisitor {
public:
    std::size_t count = 0;

protected:
    using hir::IRGraphVisitor::include;
    void include(const Halide::Expr &one) override {
        count++;
        hir::IRGraphVisitor::include(one);
    }
    void include(const hir::Stmt &one) override {
        count++;
        hir::IRGraphVisitor::include(one);
    }
};

} // namespace

std::size_t code_bytes(const Halide::Module &module) {
    operation_counter counter;
    for (const hir::LoweredFunc &one : module.functions()) {
        one.body.accept(&counter);
    }
    return bytes_of_module + bytes_of_operation * counter.count;
}

} // namespace tiramisu::lower
