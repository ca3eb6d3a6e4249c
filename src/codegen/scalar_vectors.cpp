#include "codegen/scalar_vectors.h"

#include <algorithm>

#include "codegen/environment.h"
#include "codegen/loop_range.h"
#include "core/notes.h"

namespace tiramisu::lower {

namespace {

using poly::loop_info;

/// Looks at all places where vectorized loops stand.
class vector_loops {
public:
    vector_loops(const core::program &program, const poly::ast &ast) : ast_(ast) {
        environment names;
        for (const auto *scalars : {&program.scalar_arguments, &program.constants}) {
            for (const core::program_scalar &scalar : *scalars) {
                define(names, scalar.name);
            }
        }
        visit(ast.root, names);
    }

    /// Statement and loop, where no place of the loop is a vector.
    std::vector<std::pair<std::string, std::string>> scalar() const {
        std::vector<std::pair<std::string, std::string>> found;
        for (const auto &[loop, is_vector] : is_vector_) {
            if (!is_vector) {
                found.push_back(loop);
            }
        }
        return found;
    }

private:
    const poly::ast &ast_;
    std::map<std::pair<std::string, std::string>, bool> is_vector_;

    static void define(environment &names, const std::string &name) {
        names.define(name, hir::Variable::make(Halide::Int(32), name));
    }

    void visit(const isl::ast_node &node, const environment &names) {
        if (node.isa<isl::ast_node_for>()) {
            visit_loop(node.as<isl::ast_node_for>(), names);
        } else if (node.isa<isl::ast_node_mark>()) {
            visit_values(node.as<isl::ast_node_mark>(), names);
        } else {
            for (const isl::ast_node &child : poly::children_of(node)) {
                visit(child, names);
            }
        }
    }

    void visit_loop(const isl::ast_node_for &node, const environment &names) {
        const auto found = ast_.loops.find(poly::annotation_of(node));
        if (found != ast_.loops.end()) {
            look_at(found->second, range_of(node, names));
        }
        environment inner = names;
        define(inner, node.iterator().as<isl::ast_expr_id>().id().name());
        visit(node.body(), inner);
    }

    void visit_values(const isl::ast_node_mark &node, const environment &names) {
        environment inner = names;
        const auto found = ast_.values.find(poly::annotation_of(node));
        if (found != ast_.values.end()) {
            for (const poly::run_time_value &value : found->second) {
                define(inner, value.parameter);
            }
        }
        visit(node.node(), inner);
    }

    void look_at(const loop_info &loop, const loop_range &range) {
        if (loop.kind != poly::loop_kind::vectorized) {
            return;
        }
        const bool is_vector =
            loop.masked_lanes > 0 || hir::as_const_int(hir::simplify(range.extent())).has_value();
        for (const std::string &statement : loop.statements) {
            is_vector_[{statement, loop.name}] |= is_vector;
        }
    }
};

/// The command that vectorized a loop of the definition; null where none was given.
const core::command *vectorizing_command(const core::computation_state &definition) {
    const auto &history = definition.nest.history;
    const auto found = std::find_if(history.rbegin(), history.rend(), [](const auto &given) {
        return given.verb == "vectorize" || given.verb == "tag_vector_level";
    });
    return found == history.rend() ? nullptr : &*found;
}

} // namespace

void note_scalar_vectors(core::function_state &function, const core::program &program,
                         const poly::ast &ast) {
    for (const auto &[statement, loop] : vector_loops(program, ast).scalar()) {
        const core::computation_state &definition = *function.find_definition(statement);
        if (const core::command *given = vectorizing_command(definition)) {
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
