#include "codegen/sequence/sequence_calls.h"

#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/names.h"
#include "codegen/expressions/types.h"
#include "codegen/sequence/sequence_names.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// The calls that one round makes.
class call_builder {
public:
    call_builder(const function_sequence &sequence, const environment &names, Expr round)
        : sequence_(sequence), names_(names), round_(std::move(round)) {}

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
    const environment &names_;
    Expr round_;

    Expr address(const sequence_place &place) const {
        const sequence_memory &memory = *memory_named(sequence_, place.memory);
        const Halide::Type word = Halide::UInt(64);
        const Expr elements = hir::make_const(word, place.first) +
                              Halide::cast(word, round_) * hir::make_const(word, place.every_round);
        const primitive_t type = place.read_as == p_none ? memory.type : place.read_as;
        return address_behind(name_in_code(memory.name), elements, storage_type(type));
    }
};

} // namespace

Stmt rounds_of_calls(const function_sequence &sequence, const std::vector<sequence_member> &members,
                     const environment &names, const embedded_address &embedded,
                     name_supply &supply) {
    const std::string round = supply.fresh("round");
    const call_builder builder(sequence, names, hir::Variable::make(Halide::Int(32), round));
    std::vector<Stmt> calls;
    for (const sequence_member &member : members) {
        calls.push_back(builder.call(member, supply));
    }
    Stmt made = for_loop(round, 0, sequence.rounds, hir::ForType::Serial, hir::Block::make(calls));
    for (const sequence_memory &memory : sequence.memory) {
        if (memory.is_embedded()) { // the others have their names already
            made = hir::LetStmt::make(name_in_code(memory.name), embedded(memory), made);
        }
    }
    return made;
}

} // namespace tiramisu::lower
