#include "codegen/vectors/scalar_vectors.h"

#include <map>
#include <utility>

#include "codegen/loops/placed_loops.h"
#include "core/program/costly_commands.h"
#include "core/program/notes.h"

namespace tiramisu::lower {

namespace {

/// By statement and loop: whether the vectorized loop is a vector in at least one of its places.
std::map<std::pair<std::string, std::string>, bool> vector_loops(const core::program &program,
                                                                 const poly::ast &ast) {
    std::map<std::pair<std::string, std::string>, bool> found;
    for (const placed_loop &place : placed_loops(program, ast)) {
        const poly::loop_info &loop = ast.loops.at(place.key);
        if (loop.kind != poly::loop_kind::vectorized) {
            continue;
        }
        const bool is_vector = loop.masked_lanes > 0 || loop.whole_width > 1 ||
                               hir::as_const_int(hir::simplify(place.range.extent())).has_value();
        for (const std::string &statement : loop.statements) {
            found[{statement, loop.name}] |= is_vector;
        }
    }
    return found;
}

} // namespace

void note_scalar_vectors(core::function_state &function, const core::program &program,
                         const poly::ast &ast) {
    for (const auto &[place, is_vector] : vector_loops(program, ast)) {
        const auto &[statement, loop] = place;
        const core::computation_state &definition = *function.find_definition(statement);
        const core::command *given = core::last_command(definition, core::runs_vectorized);
        if (!is_vector && given != nullptr) {
            core::note(
                function, core::subject(definition), core::call_text(*given),
                "the iterations of loop \"" + loop +
                    "\" run one by one, since their number is not constant wherever the loop "
                    "stands; vectorize(..., tail::masked) runs them on the lanes of vectors",
                given->where);
        }
    }
}

} // namespace tiramisu::lower
