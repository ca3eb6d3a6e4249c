#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "polyhedral/ast.h"
#include "polyhedral/schedule_tree.h"

// isl's generator of loops, and what it is made to note while it works.

namespace tiramisu::poly {

/// Statements whose loops isl makes, and what is noted of them on the way.
struct annotator {
    const std::vector<scheduled_statement> &statements;
    std::map<std::string, loop_info> loops;                    ///< as ast::loops
    std::map<std::string, std::vector<run_time_value>> values; ///< as ast::values
    std::map<std::string, kernel_place> kernels;               ///< as ast::kernels
    std::map<std::string, device_iteration> device_iterations; ///< as ast::device_iterations
    /// { S[l0, l1] -> S[i, j] } of statements over their loops; empty for those over instances.
    std::map<std::string, isl::pw_multi_aff> instances;
};

/// Names of the parameters that the statements and the context have.
std::set<std::string> parameters_of(const std::vector<scheduled_statement> &statements,
                                    const isl::set &context);

/// The loops of the statements, with annotations as `ast` says, for the caller to manage. Null
/// where isl fails, which may be worth another try.
isl_ast_node *generate_loops(annotator &state, const isl::set &context, separation mode);

} // namespace tiramisu::poly
