#include "polyhedral/ast.h"

#include "polyhedral/isl_bridge.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::poly {

namespace {

struct annotator {
    const std::vector<scheduled_statement> &statements;
    std::map<std::string, loop_info> loops;
};

// A statement that runs in the loop which isl is about to make.
std::string some_statement(const isl::union_map &schedule) {
    std::string name;
    schedule.foreach_map([&](const isl::map &part) { name = domain_name(part); });
    return name;
}

loop_info describe(const std::vector<scheduled_statement> &statements, const std::string &name,
                   int level) {
    loop_info info;
    for (const scheduled_statement &statement : statements) {
        if (statement.name == name && level < statement.depth()) {
            info.name = statement.loop_names[static_cast<std::size_t>(level)];
            info.kind = statement.kinds[static_cast<std::size_t>(level)];
        }
    }
    return info;
}

isl_id *annotate_for(isl_ast_build *build, void *user) {
    auto &state = *static_cast<annotator *>(user);
    const isl::union_map schedule = isl::manage(isl_ast_build_get_schedule(build));
    isl_space *space = isl_ast_build_get_schedule_space(build);
    const int level = static_cast<int>(isl_space_dim(space, isl_dim_set)) - 1;
    isl_space_free(space);
    const std::string key = "loop" + std::to_string(state.loops.size());
    state.loops[key] = describe(state.statements, some_statement(schedule), level);
    state.loops[key].level = level;
    schedule.foreach_map([&](const isl::map &part) {
        state.loops[key].statements.push_back(domain_name(part));
    });
    return isl_id_alloc(isl_ast_build_get_ctx(build), key.c_str(), nullptr);
}

} // namespace

ast generate_ast(const std::vector<scheduled_statement> &statements, const isl::set &context) {
    annotator state{statements, {}};
    isl_ast_build *build = isl_ast_build_from_context(context.copy());
    build = isl_ast_build_set_before_each_for(build, annotate_for, &state);
    const isl::schedule tree = schedule_tree(statements);
    isl_ast_node *root = isl_ast_build_node_from_schedule(build, tree.copy());
    isl_ast_build_free(build);
    return {isl::manage(root), std::move(state.loops)};
}

} // namespace tiramisu::poly
