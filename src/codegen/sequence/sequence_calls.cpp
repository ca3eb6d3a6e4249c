#include "codegen/sequence/sequence_calls.h"

#include "codegen/expressions/expressions.h"
#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/types.h"
#include "codegen/sequence/sequence_names.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

std::string embedded_name(const std::string &function, const std::string &memory) {
    return function + "_" + memory;
}

/// The calls that one round makes.
class call_builder {
public:
    call_builder(const function_sequence &sequence, const std::string &name,
                 const environment &names, Expr round)
        : sequence_(sequence), name_(name), names_(names), round_(std::move(round)) {}

    Stmt call(const sequence_member &member, name_supply &supply) const {
        const core::program &function = member.function->resolved;
        environment inside;
        std::vector<Expr> scalars, arguments;
        for (std::size_t i = 0; i < function.scalar_arguments.size(); i++) {
            scalars.push_back(names_.value(member.call->scalars[i]));
            inside.define(function.scalar_arguments[i].name, scalars.back());
        }
        std::vector<std::string> structures;
        for (std::size_t i = 0; i < function.arguments.size(); i++) {
            structures.push_back(supply.fresh("argument"));
            const Expr memory = hir::Variable::make(Halide::Handle(), structures.back());
            arguments.push_back(
                structure(function.arguments[i], address(member.call->where[i]), inside, memory));
        }
        arguments.insert(arguments.end(), scalars.begin(), scalars.end());
        return as_task(with_structures(structures, checked_call(member.name, arguments, supply)));
    }

private:
    const function_sequence &sequence_;
    const std::string &name_;
    const environment &names_;
    Expr round_;

    /// The address of its first element.
    Expr first_of(const sequence_memory &memory) const {
        if (memory.values == nullptr) {
            return hir::Variable::make(Halide::Handle(), memory.name);
        }
        const Expr described = hir::Variable::make(Halide::type_of<halide_buffer_t *>(),
                                                   embedded_name(name_, memory.name) + ".buffer");
        return hir::Call::make(Halide::Handle(), hir::Call::buffer_get_host, {described},
                               hir::Call::Extern);
    }

    Expr address(const sequence_place &place) const {
        const sequence_memory &memory = *memory_named(sequence_, place.memory);
        const Halide::Type word = Halide::UInt(64);
        const Expr elements = hir::make_const(word, place.first) +
                              Halide::cast(word, round_) * hir::make_const(word, place.every_round);
        const Expr begin = Halide::reinterpret(word, first_of(memory));
        return Halide::reinterpret(
            Halide::Handle(), begin + elements * hir::make_const(word, size_in_bytes(memory.type)));
    }

    static Stmt checked_call(const std::string &name, const std::vector<Expr> &arguments,
                             name_supply &supply) {
        const std::string status = supply.fresh("status");
        const Expr code = hir::Variable::make(Halide::Int(32), status);
        return hir::LetStmt::make(
            status, hir::Call::make(Halide::Int(32), name, arguments, hir::Call::Extern),
            hir::AssertStmt::make(code == 0, code));
    }

    /// Each descriptor has memory of its own. If its builder allocated it, the elimination of
    /// common subexpressions would make equal descriptors one.
    static Stmt with_structures(const std::vector<std::string> &names, Stmt body) {
        for (const std::string &name : names) {
            body = hir::Allocate::make(name, Halide::UInt(64), Halide::MemoryType::Stack,
                                       {Expr(static_cast<int>(sizeof(halide_buffer_t) / 8))},
                                       hir::const_true(), body);
        }
        return body;
    }

    /// LLVM would inline a call and then take memory that two functions know by different names for
    /// different memory. The runtime calls a parallel loop of one iteration on the thread where it
    /// is.
    static Stmt as_task(const Stmt &call) {
        return for_loop(".call", 0, 1, hir::ForType::Parallel, call);
    }

    /// halide_buffer_t in `memory` for an argument whose sizes are known `inside` the function that
    /// it is for.
    static Expr structure(const core::program_buffer &argument, const Expr &host,
                          const environment &inside, const Expr &memory) {
        hir::BufferBuilder made;
        made.buffer_memory = memory;
        made.host = host;
        made.type = storage_type(argument.type);
        made.dimensions = static_cast<int>(argument.sizes.size());
        Expr stride = 1;
        for (std::size_t d = argument.sizes.size(); d-- > 0;) {
            const Expr size = Halide::cast<std::int32_t>(
                to_halide(argument.sizes[d], inside, arithmetic::indexing));
            made.mins.emplace_back(0);
            made.extents.push_back(size);
            made.strides.push_back(stride);
            stride *= size;
        }
        return made.build();
    }
};

} // namespace

Stmt rounds_of_calls(const function_sequence &sequence, const std::string &name,
                     const std::vector<sequence_member> &members, const environment &names,
                     name_supply &supply) {
    const std::string round = supply.fresh("round");
    const call_builder builder(sequence, name, names, hir::Variable::make(Halide::Int(32), round));
    std::vector<Stmt> calls;
    for (const sequence_member &member : members) {
        calls.push_back(builder.call(member, supply));
    }
    return for_loop(round, 0, sequence.rounds, hir::ForType::Serial, hir::Block::make(calls));
}

Halide::Buffer<> embedded_memory(const std::string &name, const sequence_memory &memory) {
    // Halide copies what is at the address and does not write there.
    return Halide::Buffer<float>(const_cast<float *>(memory.values->data()),
                                 {static_cast<int>(memory.values->size())},
                                 embedded_name(name, memory.name));
}

} // namespace tiramisu::lower
