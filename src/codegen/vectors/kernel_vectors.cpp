#include "codegen/vectors/kernel_vectors.h"

#include <map>
#include <string>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

constexpr int most_bits = 128; ///< that one thread loads or stores at once

bool is_device_vector(const Halide::Type &type) {
    const int lanes = type.lanes();
    const bool is_a_power = (lanes & (lanes - 1)) == 0;
    return type.is_scalar() || (is_a_power && !type.is_bool() && lanes * type.bits() <= most_bits);
}

/// Whether devices' languages have all vectors of a statement.
class vector_check : public hir::IRVisitor {
public:
    bool is_passed = true;

private:
    using hir::IRVisitor::visit;

    void require(bool condition) { is_passed = is_passed && condition; }

    // What is not of neighbours is loaded or stored one by one.
    void require_ramp(const Halide::Type &type, const Expr &index, const Expr &predicate) {
        const auto *ramp = index.as<hir::Ramp>();
        require(type.is_scalar() || (ramp != nullptr && hir::is_const(ramp->stride)));
        require(is_device_vector(type) && hir::is_const_one(predicate));
    }
    void visit(const hir::Load *op) override {
        require_ramp(op->type, op->index, op->predicate);
        visit_base(op->index);
    }
    void visit(const hir::Store *op) override {
        require_ramp(op->value.type(), op->index, op->predicate);
        op->value.accept(this);
        visit_base(op->index);
    }
    // Of the lanes of a ramp nothing is computed.
    void visit_base(const Expr &index) {
        const auto *ramp = index.as<hir::Ramp>();
        (ramp == nullptr ? index : ramp->base).accept(this);
    }
    void visit(const hir::For *) override { require(false); } // one lane after the other
    void visit(const hir::IfThenElse *op) override {
        require(op->condition.type().is_scalar());
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Call *op) override {
        require(op->type.is_scalar() || !op->is_intrinsic(hir::Call::if_then_else));
        require(is_device_vector(op->type));
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::VectorReduce *) override { require(false); }
    void visit(const hir::Select *op) override {
        require(op->condition.type().is_scalar() && is_device_vector(op->type));
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Cast *op) override {
        require(is_device_vector(op->type));
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Broadcast *op) override {
        require(is_device_vector(op->type));
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Ramp *op) override {
        require(is_device_vector(op->type));
        hir::IRVisitor::visit(op);
    }
};

class vector_settler : public hir::IRMutator {
private:
    using hir::IRMutator::visit;
    bool is_in_kernel_ = false;
    std::map<std::string, Expr> values_; ///< of names that are defined around

    Stmt visit(const hir::LetStmt *op) override {
        values_[op->name] = hir::substitute(values_, op->value);
        Stmt inside = mutate(op->body);
        values_.erase(op->name);
        return inside.same_as(op->body) ? Stmt(op)
                                        : hir::LetStmt::make(op->name, op->value, inside);
    }

    Stmt visit(const hir::For *op) override {
        if (is_in_kernel_ && op->for_type == hir::ForType::Vectorized) {
            return has_its_vectors(op) ? Stmt(op) : unrolled(*op);
        }
        const bool was_in_kernel = is_in_kernel_;
        is_in_kernel_ = is_in_kernel_ || hir::is_gpu(op->for_type);
        Stmt made = hir::IRMutator::visit(op);
        is_in_kernel_ = was_in_kernel;
        return made;
    }

    bool has_its_vectors(const Stmt &loop) const {
        const Stmt vectors =
            hir::simplify(hir::vectorize_loops(hir::substitute(values_, loop), {}));
        vector_check check;
        vectors.accept(&check);
        return check.is_passed;
    }

    static Stmt unrolled(const hir::For &loop) {
        return hir::For::make(loop.name, loop.min, loop.extent, hir::ForType::Unrolled,
                              loop.partition_policy, loop.device_api, loop.body);
    }
};

} // namespace

hir::Stmt settle_kernel_vectors(const Stmt &stmt) {
    return vector_settler().mutate(stmt);
}

} // namespace tiramisu::lower
