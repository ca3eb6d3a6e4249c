#include "codegen/sequence/sequence_calls.h"

#include "codegen/expressions/for_loop.h"
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
        std::vector<Expr> arguments;
        for (const sequence_place &place : member.call->where) {
            arguments.push_back(address(place));
        }
        for (const std::string &scalar : member.call->scalars) {
            const auto known = sequence_.constants.find(scalar);
            arguments.push_back(known == sequence_.constants.end()
                                    ? names_.value(scalar)
                                    : hir::make_const(Halide::Int(32), known->second));
        }
        const std::string status = supply.fresh("status");
        const Expr code = hir::Variable::make(Halide::Int(32), status);
        return hir::LetStmt::make(
            status, hir::Call::make(Halide::Int(32), member.caller, arguments, hir::Call::Extern),
            hir::AssertStmt::make(code == 0, code));
    }

private:
    const function_sequence &sequence_;
    const std::string &name_;
    const environment &names_;
    Expr round_;

    /// The address of its first element.
    Expr first_of(const sequence_memory &memory) const {
        if (!memory.is_embedded()) {
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
    const auto described = [&](const auto &elements) -> Halide::Buffer<> {
        using element = typename std::decay_t<decltype(elements)>::value_type;
        return Halide::Buffer<element>(const_cast<element *>(elements.data()),
                                       {static_cast<int>(elements.size())},
                                       embedded_name(name, memory.name));
    };
    return memory.values != nullptr ? described(*memory.values) : described(*memory.numbers);
}

} // namespace tiramisu::lower
