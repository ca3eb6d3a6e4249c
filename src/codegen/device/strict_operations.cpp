#include "codegen/device/strict_operations.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Call;

class operation_fixer : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr rounded(const char *operation, const Halide::Type &type, const Expr &a, const Expr &b) {
        if (type.is_vector()) {
            std::vector<Expr> lanes;
            for (int lane = 0; lane < type.lanes(); ++lane) {
                lanes.push_back(rounded(operation, type.element_of(),
                                        hir::Shuffle::make_extract_element(a, lane),
                                        hir::Shuffle::make_extract_element(b, lane)));
            }
            return hir::Shuffle::make_concat(lanes);
        }
        const std::string name = std::string("llvm.nvvm.") + operation + ".rn";
        return Call::make(type, name + (type.bits() == 32 ? ".f" : ".d"), {a, b}, Call::PureExtern);
    }

    Expr visit(const Call *op) override {
        Expr inner = hir::IRMutator::visit(op);
        const auto *call = inner.as<Call>();
        if (call == nullptr) {
            return inner;
        }
        const Halide::Type type = call->type;
        const std::vector<Expr> &of = call->args;
        if (call->is_intrinsic(Call::strict_add)) {
            return rounded("add", type, of[0], of[1]);
        }
        if (call->is_intrinsic(Call::strict_mul)) {
            return rounded("mul", type, of[0], of[1]);
        }
        if (call->is_intrinsic(Call::strict_div)) {
            return rounded("div", type, of[0], of[1]);
        }
        // There is no such instruction; the product with -1 is exact, and keeps the sign of zero.
        if (call->is_intrinsic(Call::strict_sub)) {
            const Expr minus = rounded("mul", type, of[1], hir::make_const(type, -1));
            return rounded("add", type, of[0], minus);
        }
        return inner;
    }
};

} // namespace

hir::Stmt with_strict_operations(const hir::Stmt &kernel) {
    return operation_fixer().mutate(kernel);
}

} // namespace tiramisu::lower
