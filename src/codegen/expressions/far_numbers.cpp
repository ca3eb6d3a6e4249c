#include "codegen/expressions/far_numbers.h"

namespace tiramisu::lower {

namespace {

class far_number_search : public hir::IRVisitor {
public:
    explicit far_number_search(std::int64_t limit) : limit_(limit) {}
    bool found = false;

private:
    using hir::IRVisitor::visit;
    std::int64_t limit_;

    void visit(const hir::IntImm *op) override {
        found = found || op->value > limit_ || op->value < -limit_;
    }
    void visit(const hir::Load *) override {}
};

} // namespace

bool names_far_number(const Halide::Expr &value, std::int64_t limit) {
    far_number_search search(limit);
    value.accept(&search);
    return search.found;
}

} // namespace tiramisu::lower
