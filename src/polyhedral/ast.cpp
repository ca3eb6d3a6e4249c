#include "polyhedral/ast.h"

#include <algorithm>
#include <optional>

#include "polyhedral/ast_build.h"
#include "polyhedral/loop_forms.h"
#include "polyhedral/loop_space.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::poly {

namespace {

constexpr int most_copies = 100; ///< of one statement

/// How much work isl may do, in its operations. It is no time, so that a program gets the same
/// loops on every machine.
struct allowance {
    unsigned long first, next; ///< for the first statement, for each of the others
};

/// Layers of networks take up to 200000 operations a statement. Each takes longer on sets that have
/// parameters, so that fewer are allowed.
constexpr allowance with_parameters = {400000, 200000}, without_parameters = {1000000, 200000};

/// For sets with parameters whose loops mix iterators, as those of wavefronts do. isl solves for
/// the instances soon or, where such loops are tiled, never: then loops over loops are tried.
constexpr allowance for_mixed_instances = {100000, 30000}, for_mixed_loops = {250000, 50000};

unsigned long work_for(const std::vector<scheduled_statement> &statements, allowance given) {
    const unsigned long most = 20000000;
    const unsigned long others = statements.empty() ? 0 : statements.size() - 1;
    return std::min(given.first + others * given.next, most);
}

bool has_few_copies(const isl::ast_node &root) {
    std::map<std::string, int> copies;
    std::vector<isl::ast_node> open = {root};
    while (!open.empty()) {
        const isl::ast_node node = open.back();
        open.pop_back();
        if (node.isa<isl::ast_node_user>()) {
            const auto call = node.as<isl::ast_node_user>().expr().as<isl::ast_expr_op>();
            if (++copies[statement_of(call)] > most_copies) {
                return false;
            }
        }
        const std::vector<isl::ast_node> children = children_of(node);
        open.insert(open.end(), children.begin(), children.end());
    }
    return true;
}

ast made_of(const isl::ast_node &root, annotator &&state, loop_form form) {
    return {root,
            std::move(state.loops),
            std::move(state.values),
            std::move(state.kernels),
            std::move(state.device_iterations),
            {},
            {},
            form};
}

/// The iterations of a loop that is whole for the first of its statements; none where another one
/// has further iterations, which would be lost.
whole_loop whole_iterations_of_all(const std::vector<scheduled_statement> &over,
                                   const loop_info &info) {
    whole_loop whole;
    for (const std::string &name : info.statements) {
        const auto own = std::find_if(over.begin(), over.end(),
                                      [&](const auto &one) { return one.name == name; });
        if (info.level >= own->depth()) {
            return {};
        }
        if (name == info.statements.front()) {
            whole = whole_iterations(*own, info.level);
            continue;
        }
        const whole_loop all = constant_iterations(*own, info.level);
        if (all.width == 0 || all.first < whole.first ||
            all.first + all.width > whole.first + whole.width) {
            return {};
        }
    }
    return whole;
}

void note_whole_loops(const std::vector<scheduled_statement> &over,
                      std::map<std::string, loop_info> &loops) {
    for (auto &[key, info] : loops) {
        const whole_loop whole = whole_iterations_of_all(over, info);
        info.whole_first = whole.first;
        info.whole_width = whole.width;
    }
}

std::vector<scheduled_statement> with_instances(const std::vector<scheduled_statement> &all) {
    std::vector<scheduled_statement> statements;
    std::copy_if(all.begin(), all.end(), std::back_inserter(statements),
                 [](const scheduled_statement &one) { return !one.domain.is_empty(); });
    return statements;
}

/// What the sets consist of from which isl generates loops: instances S[i, j], or the values of
/// their loops S[l0, l1].
enum class points { instances, loops };

/// The separated loops; nothing where they take too much work or too many copies of a statement.
std::optional<ast> separated_within(unsigned long work, points what,
                                    const std::vector<scheduled_statement> &given,
                                    const isl::set &context) {
    const work_limit limit(context.ctx(), work);
    try {
        const bool over = what == points::loops;
        const std::vector<scheduled_statement> statements = over ? over_loops(given) : given;
        annotator state{statements, {}, {}, {}, {}, {}};
        if (over) {
            state.instances = instances_of_loops(given);
        }
        isl_ast_node *root = generate_loops(state, context, separation::everywhere);
        if (root == nullptr && !limit.is_reached()) {
            // isl 0.25 loses track of divisions where isolated pieces of several tiled and skewed
            // loops meet ("some src divs are unknown").
            root = generate_loops(state, context, separation::nowhere);
        }
        isl::ast_node owned = isl::manage(root);
        if (has_few_copies(owned)) {
            return made_of(owned, std::move(state), loop_form::separated);
        }
    } catch (const isl::exception &) { // it takes too much work
    }
    return std::nullopt;
}

unsigned long work_for_one_nest(const std::vector<scheduled_statement> &statements,
                                const isl::set &context) {
    const bool has_parameters = !parameters_of(statements, context).empty();
    return work_for(statements, has_parameters ? with_parameters : without_parameters);
}

/// The loops of `over`, which are those of the statements, and none twice.
ast one_nest(const std::vector<scheduled_statement> &over,
             const std::vector<scheduled_statement> &statements, const isl::set &context,
             loop_form form) {
    annotator state{over, {}, {}, {}, {}, instances_of_loops(statements)};
    isl::ast_node root = isl::manage(generate_loops(state, context, separation::nowhere));
    note_whole_loops(over, state.loops);
    return made_of(root, std::move(state), form);
}

/// Whether nobody has counted the iterations of a loop that `wide` has more of, nor computes in
/// these what bounds further loops.
bool may_be_wider(const std::vector<scheduled_statement> &statements,
                  const std::vector<scheduled_statement> &wide) {
    const bool are_plain =
        std::none_of(statements.begin(), statements.end(), [](const scheduled_statement &one) {
            return !one.bounds.empty() ||
                   std::any_of(one.kinds.begin(), one.kinds.end(), runs_on_gpu);
        });
    const std::vector<shared_loop> loops = shared_loops(statements), more = shared_loops(wide);
    return are_plain && std::equal(loops.begin(), loops.end(), more.begin(),
                                   [](const shared_loop &one, const shared_loop &wider) {
                                       return masked_lanes(one) == masked_lanes(wider);
                                   });
}

} // namespace

std::optional<ast> separated_loops(const std::vector<scheduled_statement> &all,
                                   const isl::set &context) {
    const std::vector<scheduled_statement> statements = with_instances(all);
    const bool has_parameters = !parameters_of(statements, context).empty();
    const bool is_deep = are_deeply_split(statements);
    const bool is_mixed = has_parameters && !is_deep && mix_iterators(statements);
    const allowance given = is_mixed         ? for_mixed_instances
                            : has_parameters ? with_parameters
                                             : without_parameters;
    std::optional<ast> found =
        separated_within(work_for(statements, given), is_deep ? points::loops : points::instances,
                         statements, context);
    if (!found && is_mixed) {
        found = separated_within(work_for(statements, for_mixed_loops), points::loops, statements,
                                 context);
    }
    return found;
}

ast checked_loops(const std::vector<scheduled_statement> &all, const isl::set &context,
                  unsigned long more) {
    const std::vector<scheduled_statement> statements = with_instances(all);
    const work_limit limit(context.ctx(), more * work_for_one_nest(statements, context));
    return one_nest(over_loops(statements), statements, context, loop_form::checked);
}

std::optional<ast> guarded_loops(const std::vector<scheduled_statement> &all,
                                 const isl::set &context) {
    const std::vector<scheduled_statement> statements = substituted(with_instances(all));
    const work_limit limit(context.ctx(), work_for_one_nest(statements, context));
    try {
        const std::vector<scheduled_statement> wide = widened(over_loops(statements));
        if (may_be_wider(statements, wide)) {
            return one_nest(wide, statements, context, loop_form::guarded);
        }
    } catch (const isl::exception &) { // it takes too much work
    }
    return std::nullopt;
}

ast generate_ast(const std::vector<scheduled_statement> &all, const isl::set &context) {
    if (std::optional<ast> separated = separated_loops(all, context)) {
        return std::move(*separated);
    }
    try {
        return checked_loops(all, context);
    } catch (const isl::exception &) {
        if (std::optional<ast> guarded = guarded_loops(all, context)) {
            return std::move(*guarded);
        }
    }
    constexpr unsigned long more = 5; // no form is left
    return checked_loops(all, context, more);
}

} // namespace tiramisu::poly
