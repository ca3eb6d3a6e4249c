#include "codegen/loops/allocations.h"

#include <algorithm>

#include "codegen/expressions/for_loop.h"
#include "codegen/loops/heap_memory.h"
#include "codegen/loops/renamed_allocations.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using hir::Stmt;

/// Multiples of it are aligned enough for every vector.
constexpr std::int64_t vector_bytes = 128;

// Extents in Halide's order, which counts dimensions from the innermost.
std::vector<Halide::Expr> extents_of(const buffer_layout &buffer) {
    const Halide::Expr one = hir::make_one(buffer.index_type());
    std::vector<Halide::Expr> extents;
    for (int d = buffer.rank(); d-- > 0;) {
        extents.push_back(Halide::max(buffer.padded_size(d), one));
    }
    if (!buffer.start().defined() && !extents.empty()) {
        return extents;
    }
    Halide::Expr elements = one;
    for (const Halide::Expr &extent : extents) {
        elements *= extent;
    }
    return {hir::simplify(elements + hir::make_const(one.type(), buffer.largest_start()))};
}

std::int64_t bytes_of(const buffer_layout &buffer) {
    return buffer.constant_bytes() + buffer.largest_start() * size_in_bytes(buffer.buffer().type);
}

constexpr const char *elements_before_start = "tiramisu_elements_before_start";

/// Replaces the calls that stand for the number of elements to leave out by what computes it.
class start_finder : public hir::IRMutator {
    using hir::IRMutator::visit;

    // Memory is aligned to the elements, so that the bytes to the next multiple are whole elements.
    Halide::Expr visit(const hir::Call *op) override {
        if (op->name != elements_before_start) {
            return hir::IRMutator::visit(op);
        }
        const Halide::Type word = Halide::UInt(64);
        const Halide::Expr address = Halide::reinterpret(word, op->args[0]);
        const Halide::Expr bytes = (hir::make_zero(word) - address) & (op->args[1] - 1);
        return Halide::cast(op->type, bytes / op->args[2]);
    }
};

// Every allocation begins elsewhere, so each has a name of its own for where. The call is not pure:
// it is not to be computed before the allocation is made.
Stmt define_start(const buffer_layout &buffer, const Stmt &body, name_supply &supply) {
    if (!buffer.start().defined()) {
        return body;
    }
    const std::string &name = buffer.start().as<hir::Variable>()->name;
    const std::string own = supply.fresh(name);
    const Halide::Type word = Halide::UInt(64);
    const Halide::Expr value =
        hir::Call::make(buffer.index_type(), elements_before_start,
                        {hir::Variable::make(Halide::Handle(), buffer.name()),
                         hir::make_const(word, buffer.buffer().alignment),
                         hir::make_const(word, size_in_bytes(buffer.buffer().type))},
                        hir::Call::Extern);
    return hir::LetStmt::make(
        own, value, hir::substitute(name, hir::Variable::make(buffer.index_type(), own), body));
}

/// Looks for uses of a buffer outside of its allocations.
class use_finder : public hir::IRVisitor {
public:
    explicit use_finder(std::string buffer) : buffer_(std::move(buffer)) {}

    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    std::string buffer_;

    void visit(const hir::Allocate *op) override {
        if (op->name != buffer_) {
            hir::IRVisitor::visit(op);
        }
    }

    // Its address in an allocation (allocate_wide()).
    void visit(const hir::LetStmt *op) override {
        if (op->name != buffer_) {
            hir::IRVisitor::visit(op);
        }
    }

    void visit(const hir::Store *op) override {
        is_found = is_found || op->name == buffer_;
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Load *op) override {
        is_found = is_found || op->name == buffer_;
        hir::IRVisitor::visit(op);
    }

    // Its address.
    void visit(const hir::Variable *op) override {
        is_found = is_found || (op->type.is_handle() && op->name == buffer_);
    }
};

bool fits_on_stack(const buffer_layout &buffer, std::int64_t room) {
    return buffer.has_constant_sizes() &&
           buffer.constant_bytes() <= std::min(room, largest_stack_buffer);
}

/// In which memory a temporary outside of kernels is allocated; so many bytes are left on the
/// stack. What is kept in memory of a block or thread lies here where the loops that run on a GPU
/// have one iteration each, which makes no kernel.
Halide::MemoryType memory_of_temporary(const buffer_layout &buffer, std::int64_t room) {
    return fits_on_stack(buffer, room) ? Halide::MemoryType::Stack : Halide::MemoryType::Heap;
}

Stmt allocation(const buffer_layout &buffer, Halide::MemoryType where, const Stmt &body,
                name_supply &supply) {
    const Stmt inside = define_start(buffer, body, supply);
    const bool is_wide =
        where == Halide::MemoryType::Heap &&
        (!buffer.has_constant_sizes() || bytes_of(buffer) > largest_narrow_allocation);
    if (is_wide && !has_kernels(inside)) {
        return buffer.bind_sizes(allocate_wide(buffer, inside, supply));
    }
    // What is copied to a device has to have extents.
    const Stmt made = hir::Allocate::make(buffer.name(), buffer.element_type(), where,
                                          extents_of(buffer), hir::const_true(), inside);
    return buffer.bind_sizes(is_wide ? hir::Block::make(narrow_allocation_check(buffer), made)
                                     : made);
}

/// One piece of memory for buffers of known size, one after another.
class common_memory {
public:
    common_memory(Stmt body, name_supply &supply)
        : body_(std::move(body)), supply_(supply), name_(supply.fresh("temporaries")) {}

    bool has_room_for(const buffer_layout &buffer) const {
        return buffer.has_constant_sizes() &&
               bytes_ + bytes_of(buffer) <= largest_narrow_allocation;
    }

    void add(const buffer_layout &buffer) {
        const Halide::Expr address =
            address_behind(name_, hir::make_const(Halide::UInt(64), bytes_), Halide::UInt(8));
        body_ = hir::LetStmt::make(buffer.name(), address, define_start(buffer, body_, supply_));
        bytes_ += (bytes_of(buffer) + vector_bytes - 1) / vector_bytes * vector_bytes;
    }

    Stmt around_body() const {
        return bytes_ == 0 ? body_
                           : hir::Allocate::make(name_, Halide::UInt(8), Halide::MemoryType::Heap,
                                                 {hir::make_const(Halide::Int(64), bytes_)},
                                                 hir::const_true(), body_);
    }

private:
    Stmt body_;
    name_supply &supply_;
    std::string name_;
    std::int64_t bytes_ = 0;
};

} // namespace

bool needs_allocation(const std::string &buffer, const hir::Stmt &body) {
    use_finder finder(buffer);
    body.accept(&finder);
    return finder.is_found;
}

hir::Stmt allocate(const buffer_layout &buffer, const hir::Stmt &body, name_supply &supply) {
    return allocate_in(memory_of_temporary(buffer, largest_stack_buffer), buffer, body, supply);
}

hir::Stmt allocate_in(Halide::MemoryType where, const buffer_layout &buffer, const hir::Stmt &body,
                      name_supply &supply) {
    return allocation(buffer, where, renamed_allocations({&buffer}, body, supply), supply);
}

hir::Stmt allocate_all(const std::vector<const buffer_layout *> &buffers, const hir::Stmt &body,
                       name_supply &supply, const std::set<std::string> &on_device) {
    common_memory together(renamed_allocations(buffers, body, supply), supply);
    std::int64_t room_on_stack = largest_stack_frame;
    std::vector<std::pair<const buffer_layout *, Halide::MemoryType>> alone;
    for (const buffer_layout *buffer : buffers) {
        if (on_device.count(buffer->name()) > 0) {
            alone.emplace_back(buffer, Halide::MemoryType::Heap);
            continue;
        }
        const Halide::MemoryType where = memory_of_temporary(*buffer, room_on_stack);
        if (where == Halide::MemoryType::Heap && together.has_room_for(*buffer)) {
            together.add(*buffer);
            continue;
        }
        if (where == Halide::MemoryType::Stack) {
            room_on_stack -= buffer->constant_bytes();
        }
        alone.emplace_back(buffer, where);
    }
    Stmt all = together.around_body();
    for (const auto &[buffer, where] : alone) {
        all = allocation(*buffer, where, all, supply);
    }
    return all;
}

hir::Stmt find_starts(const hir::Stmt &stmt) {
    return start_finder().mutate(stmt);
}

} // namespace tiramisu::lower
