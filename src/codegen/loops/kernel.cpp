#include "codegen/loops/kernel.h"

#include <algorithm>

#include "codegen/expressions/types.h"
#include "codegen/loops/allocations.h"
#include "codegen/loops/copies_ahead.h"
#include "codegen/loops/shared_memory.h"
#include "codegen/loops/thread_registers.h"
#include "codegen/loops/unconditional_barriers.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

constexpr int dimensions = 3;

/// Names of buffers that are read, or written.
class memory_finder : public hir::IRVisitor {
public:
    std::set<std::string> read, written;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Load *op) override {
        read.insert(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        written.insert(op->name);
        hir::IRVisitor::visit(op);
    }
};

Stmt device_loop(const std::string &name, const Expr &extent, hir::ForType type, const Stmt &body) {
    return hir::For::make(name, 0, extent, type, Halide::Partition::Never,
                          Halide::DeviceAPI::Default_GPU, body);
}

} // namespace

kernel::kernel(std::string name, std::string function, const poly::ast &ast)
    : name_(std::move(name)), function_(std::move(function)), ast_(ast) {}

Expr kernel::block(int dimension) const {
    return hir::Variable::make(Halide::Int(32), name_ + hir::gpu_block_name(dimension));
}

Expr kernel::thread(int dimension) const {
    return hir::Variable::make(Halide::Int(32), name_ + hir::gpu_thread_name(dimension));
}

void kernel::need_blocks(int dimension, const Expr &extent) {
    const Expr most = hir::simplify(hir::bounds_of_expr_in_scope(extent, values_).max);
    if (!most.defined() || most.same_as(hir::Interval::pos_inf())) {
        refuse("how many blocks a loop takes is known inside of the kernel alone; make the loop "
               "around it a loop of the processor, or split it by a number");
    }
    Expr &count = block_counts_[dimension];
    count = count.defined() ? hir::simplify(Halide::max(count, most)) : most;
}

void kernel::need_threads(int dimension, long count) {
    long &most = thread_counts_[dimension];
    most = std::max(most, count);
}

void kernel::define(const std::string &name, const Expr &least, const Expr &greatest) {
    values_.push(name, {hir::bounds_of_expr_in_scope(least, values_).min,
                        hir::bounds_of_expr_in_scope(greatest, values_).max});
}

bool kernel::varies(const Expr &value) const {
    return !hir::bounds_of_expr_in_scope(value, values_).is_single_point();
}

void kernel::define_from_memory(const std::string &name, const Expr &value) {
    values_.push(name, hir::Interval::everything());
    memory_finder memory;
    value.accept(&memory);
    bound_sources_.insert(memory.read.begin(), memory.read.end());
}

Stmt kernel::only_once(const std::string &id, const Stmt &statement) {
    leaf_.insert(id);
    const auto expected = ast_.thread_loops.find(id);
    is_displaced_ = is_displaced_ || (expected != ast_.thread_loops.end() &&
                                      expected->second > static_cast<int>(several_.size()));
    Expr is_here = hir::const_true();
    for (int d = 0; d < dimensions; ++d) {
        if (blocks_.count(d) == 0) {
            is_here = is_here && block(d) == 0;
        }
        if (threads_.count(d) == 0) {
            is_here = is_here && thread(d) == 0;
        }
    }
    is_here = hir::simplify(is_here);
    return hir::is_const_one(is_here) ? statement : hir::IfThenElse::make(is_here, statement);
}

bool kernel::exchange(const statement_set &before, const statement_set &now) const {
    for (const std::string &one : before) {
        for (const std::string &other : now) {
            if (ast_.exchanging.count({one, other}) > 0) {
                return true;
            }
        }
    }
    return false;
}

bool kernel::must_wait() const {
    if (unsynchronised_.empty()) {
        return false;
    }
    return is_displaced_ || unsynchronised_.count("") > 0 || exchange(unsynchronised_, leaf_);
}

// Iterations that exchange nothing with one another need not wait for one another.
Stmt kernel::barrier_before_loop(const std::vector<std::string> &statements) {
    const statement_set inside(statements.begin(), statements.end());
    if (exchange(inside, inside) || !exchange(unsynchronised_, inside)) {
        return {};
    }
    unsynchronised_.clear();
    return barrier();
}

Stmt kernel::after_barrier(const Stmt &leaf) {
    const bool waits = must_wait();
    if (waits) {
        unsynchronised_.clear();
    }
    unsynchronised_.insert(leaf_.begin(), leaf_.end());
    if (is_displaced_) {
        unsynchronised_.insert(""); // which exchanges with everything
    }
    leaf_.clear();
    is_displaced_ = false;
    return waits ? hir::Block::make(barrier(), leaf) : leaf;
}

Stmt kernel::in_blocks(int dimension, const Expr &from, const Expr &to,
                       const std::function<Stmt()> &build) {
    return parts_.built(
        {dimension, hir::as_const_int(hir::simplify(from)), hir::as_const_int(hir::simplify(to))},
        unsynchronised_, build);
}

Stmt kernel::pipelined(const Stmt &loop, const std::set<std::string> &windows,
                       name_supply &supply) const {
    const auto *several = loop.as<hir::For>();
    return several == nullptr ? loop : with_copies_ahead(*several, windows, supply);
}

Stmt kernel::allocate(const buffer_layout &buffer, const Stmt &body, name_supply &supply) {
    if (!needs_allocation(buffer.name(), body)) {
        return body;
    }
    if (!buffer.has_constant_sizes()) {
        refuse(buffer.buffer().called + " belongs to " +
               (is_in_threads() ? "each thread" : "each block") +
               " of a kernel, and its size is not known while compiling; give it a constant one, "
               "or store what is kept for all in a buffer that is no temporary of the loop");
    }
    const memory space = buffer.buffer().space;
    if (!is_in_threads() && space != memory::shared &&
        ast_.thread_buffers.count(buffer.buffer().name) > 0) {
        std::vector<std::string> threads;
        name_values values;
        values.set_containing_scope(&values_);
        for (int d = 0; d < dimensions; ++d) {
            threads.push_back(name_ + hir::gpu_thread_name(d));
            const auto count = thread_counts_.find(d);
            const long most = count == thread_counts_.end() ? 1 : count->second;
            values.push(threads.back(), {0, Expr(static_cast<int>(most - 1))});
        }
        if (auto own = in_registers(buffer.name(), storage_type(buffer.buffer().type), threads,
                                    values, body)) {
            return *own;
        }
    }
    if (!is_in_threads() && space == memory::local) {
        refuse(buffer.buffer().called +
               " is kept in memory::local, which each thread has for itself, but threads of a "
               "block touch elements of one another, or at indices that do not tell whose they "
               "are; take memory::shared");
    }
    return lower::allocate_in(is_in_threads() ? Halide::MemoryType::Register
                                              : Halide::MemoryType::GPUShared,
                              buffer, body, supply);
}

Stmt kernel::around(const Stmt &body) const {
    require_fixed_bounds(body);
    const shared_memory shared(body);
    if (shared.bytes() > most_shared_bytes) {
        refuse("the kernel \"" + name_ + "\" keeps " + std::to_string(shared.bytes()) +
               " bytes in the memory that the threads of a block share; there are at most " +
               std::to_string(most_shared_bytes) + ": use smaller tiles");
    }
    const bool is_one_thread = std::all_of(thread_counts_.begin(), thread_counts_.end(),
                                           [](const auto &count) { return count.second == 1; });
    const Stmt one_by_one = is_one_thread ? without_barriers(shared.body())
                                          : without_conditions_on_barriers(shared.body());
    Stmt nest = without_unused_dimensions(one_by_one);
    for (int d = 0; d < dimensions; ++d) {
        const auto count = thread_counts_.find(d);
        if (count != thread_counts_.end()) {
            nest = device_loop(name_ + hir::gpu_thread_name(d), static_cast<int>(count->second),
                               hir::ForType::GPUThread, nest);
        }
    }
    nest = shared.around(nest);
    for (int d = 0; d < dimensions; ++d) {
        const auto count = block_counts_.find(d);
        if (count != block_counts_.end()) {
            nest = device_loop(name_ + hir::gpu_block_name(d), count->second,
                               hir::ForType::GPUBlock, nest);
        }
    }
    return block_counts_.empty()
               ? device_loop(name_ + hir::gpu_block_name(0), 1, hir::ForType::GPUBlock, nest)
               : nest;
}

Stmt kernel::without_unused_dimensions(Stmt body) const {
    for (int d = 0; d < dimensions; ++d) {
        if (block_counts_.count(d) == 0) {
            body = hir::substitute(name_ + hir::gpu_block_name(d), 0, body);
        }
        if (thread_counts_.count(d) == 0) {
            body = hir::substitute(name_ + hir::gpu_thread_name(d), 0, body);
        }
    }
    return body;
}

// A thread would see bounds that another one has changed, or not.
void kernel::require_fixed_bounds(const Stmt &body) const {
    memory_finder memory;
    body.accept(&memory);
    for (const std::string &name : bound_sources_) {
        if (memory.written.count(name) > 0) {
            refuse("bounds of loops are read from \"" + name_in_program(name) +
                   "\", which the same kernel writes; write it before, in a loop nest of its own");
        }
    }
}

void kernel::refuse(const std::string &problem) const {
    throw unsupported_error("function \"" + function_ + "\"", "code generation", problem);
}

} // namespace tiramisu::lower
