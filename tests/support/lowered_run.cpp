#include "support/lowered_run.h"

#include <algorithm>
#include <optional>

#include "support/kernel_barriers.h"
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

/// Whether elements of a memory of this name are read or written.
class memory_use : public hir::IRVisitor {
public:
    explicit memory_use(std::string name) : name_(std::move(name)) {}

    static bool is_in(const Stmt &body, const std::string &name) {
        memory_use use(name);
        body.accept(&use);
        return use.is_found_;
    }

private:
    std::string name_;
    bool is_found_ = false;

    using hir::IRVisitor::visit;
    void visit(const hir::Load *op) override {
        is_found_ = is_found_ || op->name == name_;
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        is_found_ = is_found_ || op->name == name_;
        hir::IRVisitor::visit(op);
    }
};

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
        if (value.type.is_handle() && !is_from_memory && memory_use::is_in(let.body, let.name)) {
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
        if (loop.for_type == hir::ForType::GPUThread) {
            return block_of_threads(loop);
        }
        const std::int64_t first = known(evaluate(loop.min).lanes[0], "a bound").integer;
        const std::int64_t count = known(evaluate(loop.extent).lanes[0], "a bound").integer;
        const bool is_parallel =
            loop.for_type == hir::ForType::Parallel || loop.for_type == hir::ForType::GPUBlock;
        if (loop.for_type != hir::ForType::Serial && !is_parallel) {
            throw not_modelled("a loop that should not be there any more");
        }
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

    using name_table = std::map<std::string, lowered_value>;
    std::vector<name_table> threads_; ///< what names stand for in each thread of a block
    bool are_threads_judged_ = false;

    // Between two barriers, what threads of a block do is in no order: it is judged as iterations
    // of a parallel loop are.
    void block_of_threads(const hir::For &outermost) {
        threads_ = {state_.names};
        are_threads_judged_ = depth_ == judged_;
        deepest_ = std::max(deepest_, depth_ + 1);
        loops_ += are_threads_judged_ ? 1 : 0;
        run_together(Stmt(&outermost));
        if (are_threads_judged_) {
            state_.memory.leave_loop();
        }
        threads_.clear();
    }

    /// The threads go through a statement; where it has barriers, they all have to come to them.
    void run_together(const Stmt &stmt) {
        if (const auto *loop = stmt.as<hir::For>();
            loop != nullptr && loop->for_type == hir::ForType::GPUThread) {
            return start_threads(*loop);
        }
        if (is_barrier(stmt)) {
            loops_ += are_threads_judged_ ? 1 : 0;
        } else if (barrier_count(stmt) == 0) {
            // The last one first: who forgets a barrier takes the first one's values for set.
            for (std::size_t number = threads_.size(); number-- > 0;) {
                in_thread(number, [&] { run(stmt); });
            }
        } else {
            run_to_barriers(stmt);
        }
    }

    void run_to_barriers(const Stmt &stmt) {
        switch (stmt.node_type()) {
        case IRNodeType::Block:
            run_together(stmt.as<hir::Block>()->first);
            return run_together(stmt.as<hir::Block>()->rest);
        case IRNodeType::LetStmt: {
            const auto *let = stmt.as<hir::LetStmt>();
            define_in_threads(let->name, [&] { return evaluate(let->value); });
            return run_together(let->body);
        }
        case IRNodeType::IfThenElse: {
            const auto *branch = stmt.as<hir::IfThenElse>();
            const bool holds =
                of_all_threads([&] { return std::int64_t(is_true(branch->condition)); }) != 0;
            const Stmt &taken = holds ? branch->then_case : branch->else_case;
            return taken.defined() ? run_together(taken) : void();
        }
        case IRNodeType::For: return loop_together(*stmt.as<hir::For>());
        case IRNodeType::Allocate: return allocate_in_threads(*stmt.as<hir::Allocate>());
        default: throw not_modelled("a barrier in a statement of another kind");
        }
    }

    /// Every thread has memory of its own.
    void allocate_in_threads(const hir::Allocate &made) {
        std::vector<std::uint64_t> addresses;
        define_in_threads(made.name, [&] {
            addresses.push_back(state_.memory.allocate(made.name, bytes_of(made)));
            lane address;
            address.integer = static_cast<std::int64_t>(addresses.back());
            return lowered_value{Halide::Handle(), {address}};
        });
        run_together(made.body);
        for (const std::uint64_t address : addresses) {
            state_.memory.free(address);
        }
    }

    void loop_together(const hir::For &loop) {
        const auto bound = [&](const Expr &of) {
            return of_all_threads([&] { return known(evaluate(of).lanes[0], "a bound").integer; });
        };
        const std::int64_t first = bound(loop.min), count = bound(loop.extent);
        for (std::int64_t i = first; i < first + count; ++i) {
            state_.count_step();
            define_in_threads(loop.name, [&] { return number(loop.min.type(), i); });
            run_together(loop.body);
        }
    }

    void start_threads(const hir::For &loop) {
        const std::int64_t count = known(evaluate(loop.extent).lanes[0], "a bound").integer;
        std::vector<name_table> all;
        for (const name_table &outer : threads_) {
            for (std::int64_t i = 0; i < count; ++i) {
                all.push_back(outer);
                all.back()[loop.name] = number(loop.min.type(), i);
            }
        }
        threads_.swap(all);
        run_together(loop.body);
    }

    static lowered_value number(Halide::Type type, std::int64_t value) {
        lane made;
        made.integer = value;
        return {type, {made}};
    }

    template <typename Work>
    void in_thread(std::size_t number, const Work &work) {
        if (are_threads_judged_) {
            state_.memory.enter_iteration(loops_, static_cast<std::int64_t>(number));
        }
        state_.names.swap(threads_[number]);
        work();
        state_.names.swap(threads_[number]);
    }

    template <typename Value>
    void define_in_threads(const std::string &name, const Value &value) {
        for (std::size_t number = 0; number < threads_.size(); ++number) {
            in_thread(number, [&] { state_.names[name] = value(); });
        }
    }

    /// What is the same for all threads: they come to the barriers inside, or none does.
    template <typename Value>
    std::int64_t of_all_threads(const Value &value) {
        std::optional<std::int64_t> all;
        for (std::size_t number = 0; number < threads_.size(); ++number) {
            in_thread(number, [&] {
                const std::int64_t here = value();
                if (all && *all != here) {
                    throw memory_fault("threads of a block part before a barrier");
                }
                all = here;
            });
        }
        return *all;
    }

    /// Of a call of halide_malloc().
    static Expr asked_bytes(const Expr &call) {
        const auto *let = call.as<hir::Let>();
        return let == nullptr ? call.as<Call>()->args.at(0)
                              : hir::Let::make(let->name, let->value, asked_bytes(let->body));
    }

    std::uint64_t bytes_of(const hir::Allocate &made) {
        if (made.new_expr.defined()) {
            return static_cast<std::uint64_t>(
                known(evaluate(asked_bytes(made.new_expr)).lanes[0], "a size").integer);
        }
        auto bytes = static_cast<std::uint64_t>(made.type.bytes());
        for (const Expr &extent : made.extents) {
            bytes *= static_cast<std::uint64_t>(known(evaluate(extent).lanes[0], "a size").integer);
        }
        return bytes;
    }

    void allocate(const hir::Allocate &made) {
        lane address;
        address.integer =
            static_cast<std::int64_t>(state_.memory.allocate(made.name, bytes_of(made)));
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
