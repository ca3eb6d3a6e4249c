#include "codegen/passes/pipeline.h"

#include <cmath>
#include <iostream>
#include <limits>

#include "codegen/loops/allocations.h"
#include "codegen/loops/heap_memory.h"
#include "codegen/passes/carried_sums.h"
#include "codegen/passes/device_code.h"
#include "codegen/passes/elementary_functions.h"
#include "codegen/passes/float_minima.h"
#include "codegen/passes/hidden_kernels.h"
#include "codegen/passes/large_arrays.h"
#include "codegen/passes/named_iterations.h"
#include "codegen/passes/rename_variables.h"
#include "codegen/vectors/dense_loads.h"
#include "codegen/vectors/dot_products.h"
#include "codegen/vectors/interleaved_stores.h"
#include "codegen/vectors/kernel_vectors.h"
#include "codegen/vectors/known_conditions.h"
#include "codegen/vectors/lane_sums.h"
#include "codegen/vectors/load_nesting.h"
#include "codegen/vectors/masked_strides.h"
#include "codegen/vectors/negative_starts.h"
#include "codegen/vectors/odd_masks.h"
#include "codegen/vectors/settled_divisions.h"
#include "codegen/vectors/shared_loads.h"
#include "codegen/vectors/short_floats.h"
#include "codegen/vectors/transposed_stores.h"
#include "codegen/vectors/whole_vectors.h"
#include "support/immortal.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

// Legality has proved that no two threads write one element, so what is left of the marks of
// horizontal reductions must not become atomic instructions.
class atomic_remover : public hir::IRMutator {
    using hir::IRMutator::visit;
    Stmt visit(const hir::Atomic *op) override { return mutate(op->body); }
};

// LLVM's code for <= of floats that are rounded as they stand is that of "not >", which is true of
// what is no number.
class float_comparer : public hir::IRMutator {
    using hir::IRMutator::visit;
    static Expr less_or_equal(const Expr &a, const Expr &b) { return a < b || a == b; }
    Expr visit(const hir::LE *op) override {
        return op->a.type().is_float() ? less_or_equal(mutate(op->a), mutate(op->b))
                                       : hir::IRMutator::visit(op);
    }
    Expr visit(const hir::GE *op) override {
        return op->a.type().is_float() ? less_or_equal(mutate(op->b), mutate(op->a))
                                       : hir::IRMutator::visit(op);
    }
};

// Turns float arithmetic into calls that neither Halide nor LLVM rearranges.
class float_protector : public hir::IRMutator {
    using hir::IRMutator::visit;
    Stmt visit(const hir::Store *op) override {
        return hir::Store::make(op->name, Halide::strict_float(op->value), op->index, op->param,
                                op->predicate, op->alignment);
    }
    Stmt visit(const hir::LetStmt *op) override {
        return hir::LetStmt::make(op->name, Halide::strict_float(op->value), mutate(op->body));
    }
    Stmt visit(const hir::IfThenElse *op) override {
        return hir::IfThenElse::make(Halide::strict_float(op->condition), mutate(op->then_case),
                                     op->else_case.defined() ? mutate(op->else_case) : Stmt());
    }
};

// Where infinity is taken not to occur, the largest number stands for it: LLVM makes anything of an
// infinite literal.
class infinity_remover : public hir::IRMutator {
    using hir::IRMutator::visit;
    Expr visit(const hir::FloatImm *op) override {
        if (!std::isinf(op->value)) {
            return op;
        }
        const double largest = op->type.bits() == 32 ? std::numeric_limits<float>::max()
                                                     : std::numeric_limits<double>::max();
        return hir::make_const(op->type, std::copysign(largest, op->value));
    }
};

// Halide takes a product of such numbers and a literal for one of float32 that is widened, and has
// no code for that. It does not see how small a number is behind a pair of negations; LLVM does.
class unsigned_converter : public hir::IRMutator {
    using hir::IRMutator::visit;
    Expr visit(const hir::Cast *op) override {
        const Halide::Type from = op->value.type();
        if (!op->type.is_float() || op->type.bits() != 64 || !from.is_uint() || from.bits() > 16) {
            return hir::IRMutator::visit(op);
        }
        const Expr wide = Halide::cast(Halide::Int(32, from.lanes()), mutate(op->value));
        return Halide::cast(op->type, ~~wide);
    }
};

// Halide makes a switch of a chain of comparisons with constants, to which it gives 32 bits however
// wide what they are compared with is. It does not know a comparison that is turned round.
class switch_preventer : public hir::IRMutator {
    using hir::IRMutator::visit;
    Stmt visit(const hir::IfThenElse *op) override {
        const auto *equal = op->condition.as<hir::EQ>();
        const bool is_wide = equal != nullptr && equal->a.type().bits() > 32;
        const Expr condition =
            is_wide ? hir::Not::make(hir::NE::make(equal->a, equal->b)) : op->condition;
        return hir::IfThenElse::make(condition, mutate(op->then_case), mutate(op->else_case));
    }
};

bool has_strict_floats(const Halide::Target &target) {
    return target.has_feature(Halide::Target::StrictFloat);
}

bool has_fast_floats(const Halide::Target &target) {
    return !has_strict_floats(target);
}

bool may_reorder_sums(const Halide::Target &target) {
    return has_fast_floats(target) && target.has_feature(Halide::Target::EnableLLVMLoopOpt);
}

bool has_device(const Halide::Target &target) {
    return target.has_gpu_feature();
}

bool has_no_device(const Halide::Target &target) {
    return !has_device(target);
}

void show(const pass &step, const Stmt &before, const Stmt &after, const options &opts) {
    const bool by_name = opts.debug_names("pass", step.name);
    const int level = opts.debug_level("pass");
    if (!by_name && level < 1) {
        return;
    }
    std::ostream &out = opts.debug_stream ? *opts.debug_stream : std::cerr;
    if (hir::equal(before, after)) {
        out << "pass " << step.name << ": unchanged\n";
    } else if (by_name || level >= 2) {
        out << "pass " << step.name << ": before\n" << before;
        out << "pass " << step.name << ": after\n" << after;
    } else {
        out << "pass " << step.name << ": changed\n";
    }
}

} // namespace

const std::vector<pass> &passes() {
    static const std::vector<pass> &table = support::immortal<std::vector<pass>>({
        {"refuse_device_code", refuse_device_code, has_no_device},
        // Before what keeps all that is done with floats as it is.
        {"complete_elementary_functions",
         [](const Stmt &s) { return without_kernels(s, complete_elementary_functions); }},
        {"make_floats_strict",
         [](const Stmt &s) { return float_protector().mutate(float_comparer().mutate(s)); },
         has_strict_floats},
        {"remove_infinities", [](const Stmt &s) { return infinity_remover().mutate(s); },
         has_fast_floats},
        {"keep_terms_in_minima",
         [](const Stmt &s) { return without_kernels(s, keep_terms_in_minima); }, has_fast_floats},
        {"simplify", [](const Stmt &s) { return hir::simplify(s); }},
        {"settle_kernel_vectors", settle_kernel_vectors, has_device},
        {"unroll_loops", [](const Stmt &s) { return hir::unroll_loops(s); }},
        {"widen_shared_loads", widen_shared_loads},
        {"vectorize_loops", [](const Stmt &s) { return hir::vectorize_loops(s, {}); }},
        {"remove_atomics", [](const Stmt &s) { return atomic_remover().mutate(s); }},
        {"simplify_vectors", [](const Stmt &s) { return hir::simplify(s); }},
        // Equal conditions of vectors and of what is left of them are one now.
        {"run_named_iterations", run_named_iterations},
        {"interleave_neighbouring_stores",
         [](const Stmt &s) { return hir::simplify(interleave_neighbouring_stores(s)); }},
        // Also takes away the marks of likely branches that vectorize_loops leaves where a loop
        // around the vector decides whether lanes are on.
        {"partition_loops",
         [](const Stmt &s) {
             return hir::simplify(
                 without_kernels(s, [](const Stmt &host) { return hir::partition_loops(host); }));
         }},
        {"keep_sums_in_lanes", keep_sums_in_lanes, has_fast_floats},
        {"add_carried_elements_last", add_carried_elements_last, may_reorder_sums},
        // Loads with a stride become dense loads, of which lanes are taken.
        {"stage_strided_loads",
         [](const Stmt &s) { return has_deep_loads(s) ? s : hir::stage_strided_loads(s); }},
        {"make_masked_strides_dense", make_masked_strides_dense},
        {"flatten_vectors", flatten_vectors},
        {"remove_dead_allocations",
         [](const Stmt &s) { return hir::simplify(hir::remove_dead_allocations(s)); }},
        {"settle_divisions", settle_divisions},
        {"find_dot_products", find_dot_products},
        {"transpose_neighbouring_stores",
         [](const Stmt &s) { return without_kernels(s, transpose_neighbouring_stores); }},
        // No simplification may follow: where neighbours define equal names, it keeps one
        // definition, though a store between them changes what an argument's element holds.
        {"eliminate_common_subexpressions",
         [](const Stmt &s) { return hir::common_subexpression_elimination(s); }},
        {"hoist_loop_invariants",
         [](const Stmt &s) { return hir::hoist_loop_invariant_values(s); }},
        // After the last simplification, which would undo it.
        {"find_intrinsics",
         [](const Stmt &s) { return hir::find_intrinsics(unsigned_converter().mutate(s)); }},
        // After what merges conversions, since those of 16-bit floats go by way of float32.
        {"lower_bfloats", lower_bfloats},
        {"lower_halves", lower_halves,
         [](const Halide::Target &target) { return !has_halves(target); }},
        {"make_vectors_whole", make_vectors_whole},
        {"find_starts", find_starts},
        {"find_addresses", find_addresses},
        {"make_conditions_known", make_conditions_known},
        {"pad_odd_masks", pad_odd_masks},
        {"name_negative_starts", name_negative_starts},
        // After what knows arrays on the stack.
        {"put_large_arrays_on_heap", put_large_arrays_on_heap},
        {"prevent_wide_switches", [](const Stmt &s) { return switch_preventer().mutate(s); }},
        {"rename_variables", rename_variables},
    });
    return table;
}

std::vector<pass> passes_for(const Halide::Target &target) {
    std::vector<pass> chosen;
    for (const pass &step : passes()) {
        if (step.when == nullptr || step.when(target)) {
            chosen.push_back(step);
        }
    }
    return chosen;
}

hir::Stmt run_passes(hir::Stmt stmt, const options &opts, const Halide::Target &target) {
    for (const pass &step : passes_for(target)) {
        const Stmt before = stmt;
        stmt = step.run(stmt, target);
        show(step, before, stmt, opts);
    }
    return stmt;
}

} // namespace tiramisu::lower
