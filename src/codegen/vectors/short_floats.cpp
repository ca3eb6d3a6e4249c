#include "codegen/vectors/short_floats.h"

#include <string>
#include <vector>

#include "codegen/expressions/target.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using Halide::Type;
using hir::Stmt;

Expr word(Type like, unsigned bits) {
    return hir::make_const(Halide::UInt(32, like.lanes()), bits);
}

/// Of the bits of a float32, which are not compared as a float, since code generation may take it
/// that all are numbers.
Expr is_no_number(const Expr &bits) {
    return (bits & word(bits.type(), 0x7fffffff)) > word(bits.type(), 0x7f800000);
}

/// A float32 whose upper half are these bits.
Expr widened_bfloat(const Expr &value) {
    const int lanes = value.type().lanes();
    const Type word = Halide::UInt(32, lanes);
    const Expr bits = Halide::cast(word, Halide::reinterpret(Halide::UInt(16, lanes), value));
    return Halide::reinterpret(Halide::Float(32, lanes), bits << hir::make_const(word, 16));
}

/// The upper half of a float32, rounded to the nearest, of two that are equally near to the even
/// one. What is no number stays none: rounding its bits could make a number of them.
Expr rounded_to_bfloat(const Expr &value) {
    const int lanes = value.type().lanes();
    const Expr bits = Halide::reinterpret(Halide::UInt(32, lanes), value);
    const auto number = [&](unsigned of) { return word(bits.type(), of); };
    const Expr kept = bits >> number(16);
    const Expr rounded = (bits + number(0x7fff) + (kept & number(1))) >> number(16);
    const Expr chosen = Halide::select(is_no_number(bits), kept | number(0x40), rounded);
    return Halide::reinterpret(Halide::BFloat(16, lanes),
                               Halide::cast(Halide::UInt(16, lanes), chosen));
}

/// Halide's conversion makes infinity of what is no number.
Expr rounded_to_half(const Expr &value) {
    const Type half = Halide::Float(16, value.type().lanes());
    const Type stored = half.with_code(halide_type_uint);
    const Expr cast = hir::Cast::make(half, value);
    const Expr number = Halide::reinterpret(stored, hir::lower_float16_cast(cast.as<hir::Cast>()));
    const Expr bits = Halide::reinterpret(Halide::UInt(32, half.lanes()), value);
    const Expr chosen =
        Halide::select(is_no_number(bits), number | hir::make_const(stored, 0x7e00), number);
    return Halide::reinterpret(half, chosen);
}

bool is_short(Type type) {
    return type.is_float() && type.bits() == 16;
}

class bfloat_lowerer : public hir::IRMutator {
public:
    explicit bfloat_lowerer(bool keeps_sums) : keeps_sums_(keeps_sums) {}

private:
    using hir::IRMutator::visit;
    bool keeps_sums_;
    hir::Scope<> narrow_; ///< names of values that have a name in 16 bits, too

    static std::string narrow_name(const std::string &name) { return name + ".bfloat16"; }

    /// The numbers of a float32 vector in 16 bits, undefined if they were not so once.
    Expr narrowed(const Expr &value) {
        const int lanes = value.type().lanes();
        if (const auto *cast = value.as<hir::Cast>()) {
            return cast->value.type().is_bfloat() ? mutate(cast->value) : Expr();
        }
        if (const auto *name = value.as<hir::Variable>()) {
            return narrow_.contains(name->name)
                       ? hir::Variable::make(Halide::BFloat(16, lanes), narrow_name(name->name))
                       : Expr();
        }
        if (const auto *broadcast = value.as<hir::Broadcast>()) {
            const Expr one = narrowed(broadcast->value);
            return one.defined() ? hir::Broadcast::make(one, broadcast->lanes) : Expr();
        }
        const auto *shuffle = value.as<hir::Shuffle>();
        if (shuffle == nullptr) {
            return {};
        }
        std::vector<Expr> vectors;
        for (const Expr &vector : shuffle->vectors) {
            vectors.push_back(narrowed(vector));
            if (!vectors.back().defined()) {
                return {};
            }
        }
        return hir::Shuffle::make(vectors, shuffle->indices);
    }

    Expr visit(const hir::Cast *op) override {
        const Type from = op->value.type(), wide = Halide::Float(32, from.lanes());
        if ((is_short(from) || is_short(op->type)) && from != wide && op->type != wide) {
            return mutate(hir::Cast::make(op->type, hir::Cast::make(wide, op->value)));
        }
        if (from.is_bfloat()) {
            return widened_bfloat(mutate(op->value));
        }
        return op->type.is_bfloat() ? rounded_to_bfloat(mutate(op->value))
                                    : hir::IRMutator::visit(op);
    }

    Expr visit(const hir::VectorReduce *op) override {
        const auto *product = op->value.as<hir::Mul>();
        if (!keeps_sums_ || product == nullptr || op->op != hir::VectorReduce::Add ||
            !op->type.is_float() || op->type.bits() != 32) {
            return hir::IRMutator::visit(op);
        }
        const Expr a = narrowed(product->a), b = narrowed(product->b);
        if (!a.defined() || !b.defined()) {
            return hir::IRMutator::visit(op);
        }
        const Type wide = product->type;
        return hir::VectorReduce::make(
            op->op, hir::Mul::make(hir::Cast::make(wide, a), hir::Cast::make(wide, b)),
            op->type.lanes());
    }

    Stmt visit(const hir::LetStmt *op) override {
        const Expr value = mutate(op->value), narrow = narrowed(op->value);
        const hir::ScopedBinding<void> known(narrow.defined(), narrow_, op->name);
        const Stmt made = hir::LetStmt::make(op->name, value, mutate(op->body));
        return narrow.defined() ? hir::LetStmt::make(narrow_name(op->name), narrow, made) : made;
    }

    Expr visit(const hir::Let *op) override {
        const Expr value = mutate(op->value), narrow = narrowed(op->value);
        const hir::ScopedBinding<void> known(narrow.defined(), narrow_, op->name);
        const Expr made = hir::Let::make(op->name, value, mutate(op->body));
        return narrow.defined() ? hir::Let::make(narrow_name(op->name), narrow, made) : made;
    }
};

class half_lowerer : public hir::IRMutator {
    using hir::IRMutator::visit;

    static bool is_half(Type type) { return is_short(type) && !type.is_bfloat(); }

    Expr visit(const hir::Cast *op) override {
        if (!is_half(op->type) && !is_half(op->value.type())) {
            return hir::IRMutator::visit(op);
        }
        if (is_half(op->type)) {
            return rounded_to_half(mutate(op->value));
        }
        const Expr inner = hir::Cast::make(op->type, mutate(op->value));
        return hir::lower_float16_cast(inner.as<hir::Cast>());
    }
};

} // namespace

Stmt lower_bfloats(const Stmt &stmt, const Halide::Target &target) {
    return bfloat_lowerer(has_dot_products(target)).mutate(stmt);
}

Stmt lower_halves(const Stmt &stmt) {
    return half_lowerer().mutate(stmt);
}

bool has_halves(const Halide::Target &target) {
    // Halide takes each of the others to have the first.
    return target.features_any_of({Halide::Target::F16C, Halide::Target::AVX2,
                                   Halide::Target::AVX512, Halide::Target::AVX512_Skylake}) ||
           target.arch == Halide::Target::ARM;
}

} // namespace tiramisu::lower
