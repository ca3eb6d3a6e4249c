#include "codegen/vectors/dot_products.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "codegen/expressions/target.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using Halide::Type;
using hir::Stmt;

/// A factor of products as a signed number, undefined if it is none of 8 or 16 bits.
struct signed_factor {
    Expr value;
    Type stored; ///< in how many bits it fits
};

/// The vector that `make` gets of the signed factor, of the same numbers.
template <typename Make>
signed_factor made_of(const signed_factor &from, const Make &make) {
    return from.value.defined() ? signed_factor{make(from.value), from.stored} : signed_factor();
}

signed_factor as_signed(const Expr &factor);

signed_factor signed_shuffle(const hir::Shuffle &shuffle) {
    std::vector<Expr> vectors;
    Type stored;
    for (const Expr &vector : shuffle.vectors) {
        const signed_factor one = as_signed(vector);
        if (!one.value.defined() || (!vectors.empty() && one.stored != stored)) {
            return {};
        }
        vectors.push_back(one.value);
        stored = one.stored;
    }
    return {hir::Shuffle::make(vectors, shuffle.indices), stored};
}

signed_factor as_signed(const Expr &factor) {
    if (const auto *cast = factor.as<hir::Cast>()) {
        const Type from = cast->value.type();
        const Type to = Halide::Int(32, from.lanes());
        return from.is_int_or_uint() && from.bits() <= 16
                   ? signed_factor{hir::Cast::make(to, cast->value), from.element_of()}
                   : signed_factor();
    }
    if (const auto *broadcast = factor.as<hir::Broadcast>()) {
        return made_of(as_signed(broadcast->value), [&](const Expr &value) {
            return hir::Broadcast::make(value, broadcast->lanes);
        });
    }
    const auto *shuffle = factor.as<hir::Shuffle>();
    return shuffle != nullptr ? signed_shuffle(*shuffle) : signed_factor();
}

/// No value of the type is further from 0.
std::int64_t largest_of(Type type) {
    return std::int64_t{1} << (type.is_int() ? type.bits() - 1 : type.bits());
}

int terms_of(const hir::VectorReduce &sum) {
    return sum.value.type().lanes() / sum.type.lanes();
}

/// A sum of products as one of signed products, undefined if it is none.
struct signed_sum {
    Expr value;
    bool is_of_signed_and_unsigned = false; ///< numbers of 8 bits

    explicit signed_sum(const hir::VectorReduce &sum) {
        const auto *product = sum.value.as<hir::Mul>();
        if (sum.op != hir::VectorReduce::Add || product == nullptr ||
            sum.type.element_of() != Halide::UInt(32)) {
            return;
        }
        const signed_factor a = as_signed(product->a), b = as_signed(product->b);
        if (a.value.defined() && b.value.defined() && fits(a.stored, b.stored, terms_of(sum))) {
            value =
                hir::VectorReduce::make(sum.op, hir::Mul::make(a.value, b.value), sum.type.lanes());
            is_of_signed_and_unsigned =
                a.stored.is_int() != b.stored.is_int() && a.stored.bits() + b.stored.bits() == 16;
        }
    }

private:
    /// Whether the sum cannot overflow: Halide takes signed sums for such.
    static bool fits(Type a, Type b, int terms) {
        return largest_of(a) * largest_of(b) <= std::numeric_limits<std::int32_t>::max() / terms;
    }
};

class dot_product_finder : public hir::IRMutator {
public:
    explicit dot_product_finder(bool adds_in_place) : adds_in_place_(adds_in_place) {}

private:
    using hir::IRMutator::visit;
    bool adds_in_place_;

    Expr visit(const hir::VectorReduce *op) override {
        const signed_sum sum(*op);
        return sum.value.defined() ? hir::Cast::make(op->type, sum.value)
                                   : hir::IRMutator::visit(op);
    }

    Expr visit(const hir::Add *op) override {
        for (const auto &[sum, rest] : {std::pair(op->a, op->b), std::pair(op->b, op->a)}) {
            const auto *reduce = sum.as<hir::VectorReduce>();
            if (!adds_in_place_ || reduce == nullptr || terms_of(*reduce) != 4) {
                continue;
            }
            const signed_sum found(*reduce);
            if (found.is_of_signed_and_unsigned) {
                const Expr before = hir::Cast::make(found.value.type(), mutate(rest));
                return hir::Cast::make(op->type, hir::Add::make(before, found.value));
            }
        }
        return hir::IRMutator::visit(op);
    }
};

} // namespace

Stmt find_dot_products(const Stmt &stmt, const Halide::Target &target) {
    return dot_product_finder(has_dot_products(target)).mutate(stmt);
}

} // namespace tiramisu::lower
