#include "support/lowered_run.h"

#include <algorithm>
#include <optional>

#include "support/lowered_expressions.h"

namespace tiramisu::oracle {

namespace {

namespace hir = lower::hir;
using Halide::Expr;
using hir::Call;
using hir::IRNodeType;
using hir::Stmt;

/// A check of the arguments has failed.
struct check_failed {};

class runner {
public:
    runner(const std::vector<std::string> &arguments, const std::map<std::string, value> &scalars,
           const memory &data, int judged)
        : judged_(judged) {
        for (const std::string &name : arguments) {
            const array &from = data.at(name);
            state_.arguments[name] = {&from, state_.memory.add_argument(name, from.bytes())};
        }
        for (const auto &[name, number] : scalars) {
            lane made;
            made.integer = number.integer;
            made.real = number.real;
            state_.names[name] = {Halide::Int(32), {made}};
        }
    }

    void run(const Stmt &stmt) {
        if (!stmt.defined()) {
            return;
        }
        state_.count_step();
        switch (stmt.node_type()) {
        case IRNodeType::LetStmt: return define(*stmt.as<hir::LetStmt>());
        case IRNodeType::AssertStmt: return check(*stmt.as<hir::AssertStmt>());
        case IRNodeType::Block:
            run(stmt.as<hir::Block>()->first);
            return run(stmt.as<hir::Block>()->rest);
        case IRNodeType::For: return loop(*stmt.as<hir::For>());
        case IRNodeType::IfThenElse: return branch(*stmt.as<hir::IfThenElse>());
        case IRNodeType::Store: return store(*stmt.as<hir::Store>());
        case IRNodeType::Allocate: return allocate(*stmt.as<hir::Allocate>());
        case IRNodeType::Atomic: return run(stmt.as<hir::Atomic>()->body);
        case IRNodeType::Free: return;
        case IRNodeType::Evaluate: evaluate(stmt.as<hir::Evaluate>()->value); return;
        default: throw not_modelled("a statement of another kind");
        }
    }

    /// Whether parallel loops were entered inside of those that were judged.
    bool has_loops_inside() const { return deepest_ > judged_ + 1; }

    std::vector<std::uint8_t> bytes_of_argument(const std::string &name) const {
        return state_.memory.bytes_at(state_.arguments.at(name).address);
    }

private:
    lowered_state state_;
    int judged_;      ///< the parallel loops in so many others are judged
    int loops_ = 0;   ///< judged ones that were entered
    int depth_ = 0;   ///< number of parallel loops around
    int deepest_ = 0; ///< the most there were

    lowered_value evaluate(const Expr &expression) { return evaluate_lowered(expression, state_); }

    void define(const hir::LetStmt &let) {
        const lowered_value value = evaluate(let.value);
        const bool is_from_memory = let.value.as<Call>() != nullptr;
        if (value.type.is_handle() && !is_from_memory) {
            state_.memory.divide(static_cast<std::uint64_t>(value.lanes[0].integer));
        }
        state_.with(let.name, value, [&] { run(let.body); });
    }

    void check(const hir::AssertStmt &check) {
        try {
            if (!is_true(check.condition)) {
                throw check_failed();
            }
        } catch (const not_modelled &) {
            // By a function of the runtime.
        }
    }

    bool is_true(const Expr &condition) {
        const lowered_value value = evaluate(condition);
        if (value.lanes.size() != 1) {
            throw not_modelled("a branch on a vector");
        }
        return known(value.lanes[0], "a condition").is_true();
    }

    void branch(const hir::IfThenElse &branch) {
        run(is_true(branch.condition) ? branch.then_case : branch.else_case);
    }

    void loop(const hir::For &loop) {
        const std::int64_t first = known(evaluate(loop.min).lanes[0], "a bound").integer;
        const std::int64_t count = known(evaluate(loop.extent).lanes[0], "a bound").integer;
        if (loop.for_type != hir::ForType::Serial && loop.for_type != hir::ForType::Parallel) {
            throw not_modelled("a loop that should not be there any more");
        }
        const bool is_parallel = loop.for_type == hir::ForType::Parallel;
        const bool is_judged = is_parallel && depth_ == judged_;
        depth_ += is_parallel ? 1 : 0;
        deepest_ = std::max(deepest_, depth_);
        loops_ += is_judged ? 1 : 0;
        lowered_value iterator{loop.min.type(), {lane()}};
        for (std::int64_t i = first; i < first + count; ++i) {
            if (is_judged) {
                state_.memory.enter_iteration(loops_, i);
            }
            iterator.lanes[0].integer = i;
            state_.with(loop.name, iterator, [&] { run(loop.body); });
        }
        depth_ -= is_parallel ? 1 : 0;
        if (is_judged) {
            state_.memory.leave_loop();
        }
    }

    void allocate(const hir::Allocate &made) {
        std::uint64_t bytes = static_cast<std::uint64_t>(made.type.bytes());
        for (const Expr &extent : made.extents) {
            bytes *= static_cast<std::uint64_t>(known(evaluate(extent).lanes[0], "a size").integer);
        }
        lane address;
        address.integer = static_cast<std::int64_t>(state_.memory.allocate(made.name, bytes));
        state_.with(made.name, {Halide::Handle(), {address}}, [&] { run(made.body); });
        state_.memory.free(static_cast<std::uint64_t>(address.integer));
    }

    void store(const hir::Store &store) {
        const lowered_value value = evaluate(store.value), index = evaluate(store.index),
                            is_on = evaluate(store.predicate);
        for (std::size_t i = 0; i < value.lanes.size(); ++i) {
            if (known(is_on.lanes[i], "a mask").is_true()) {
                state_.memory.store(state_.address_of(store.name),
                                    known(index.lanes[i], "an index").integer,
                                    value.type.element_of(), value.lanes[i]);
            }
        }
    }
};

} // namespace

bool run_lowered(const hir::Stmt &body, const std::vector<std::string> &arguments,
                 const std::map<std::string, value> &scalars, memory &data) {
    const Stmt lowered = hir::lower_intrinsics(body);
    std::optional<runner> run;
    // One run for the outermost parallel loops, one for those right inside of them, and so on.
    for (int judged = 0; !run || run->has_loops_inside(); ++judged) {
        run.emplace(arguments, scalars, data, judged);
        try {
            run->run(lowered);
        } catch (const check_failed &) {
            return false;
        }
    }
    for (const std::string &name : arguments) {
        data.at(name).set_bytes(run->bytes_of_argument(name));
    }
    return true;
}

} // namespace tiramisu::oracle
