#include "codegen/vectors/mixed_extensions.h"

#include <map>
#include <utility>

namespace tiramisu::lower {

namespace {

class extension_finder : public hir::IRVisitor {
public:
    bool is_mixed = false;

private:
    using hir::IRVisitor::visit;
    std::map<std::pair<int, bool>, int> from_; ///< width by {wider width, is signed}

    void visit(const hir::Cast *op) override {
        const Halide::Type from = op->value.type(), to = op->type;
        if (from.is_int_or_uint() && to.is_int_or_uint() && !from.is_bool() &&
            from.bits() < to.bits()) {
            const auto known = from_.emplace(std::pair(to.bits(), from.is_int()), from.bits());
            is_mixed = is_mixed || known.first->second != from.bits();
        }
        hir::IRVisitor::visit(op);
    }
};

} // namespace

bool extends_several_widths(const hir::Stmt &stmt) {
    extension_finder finder;
    stmt.accept(&finder);
    return finder.is_mixed;
}

} // namespace tiramisu::lower
