#include "core/derivative/adjoint_builder.h"

#include <algorithm>

#include "core/derivative/adjoint_definitions.h"
#include "core/derivative/adjoint_recurrence.h"
#include "core/derivative/choice.h"
#include "core/derivative/input_elements.h"
#include "core/derivative/local_derivatives.h"
#include "core/derivative/needed_values.h"
#include "core/derivative/recurrence.h"
#include "core/derivative/rules.h"
#include "core/program/definition.h"
#include "core/program/memory_accesses.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class adjoint_builder {
public:
    adjoint_builder(function_state &function, const computation_state &of,
                    const dependence_path &path, const public_call &call)
        : function_(function), of_(of), path_(path), call_(call) {}

    built_adjoints build() && {
        declare_seed();
        for (auto next = path_.computations.rbegin(); next != path_.computations.rend(); ++next) {
            add(**next);
        }
        for (const computation_state *input : path_.inputs) {
            declare(*input, input_elements(*input, call_), {});
        }
        return std::move(built_);
    }

private:
    [[noreturn]] void refuse(const std::string &problem) const {
        throw unsupported_error(call_.subject, call_.call, problem, call_.where);
    }

    static expr zero(const computation_state &of) {
        return expr::literal(adjoint_type(of.type), 0);
    }

    void declare_seed() {
        if (of_.iterators.empty()) {
            return;
        }
        definition what;
        what.name = unique_name(function_, of_.name + "_seed");
        what.type = adjoint_type(of_.type);
        what.where = call_.where;
        what.iterators = of_.iterators;
        built_.seed = define_input(function_, std::move(what));
    }

    /// The adjoint of one computation, and what it passes on.
    void add(const computation_state &of) {
        const std::vector<chain_link> &chain = path_.chains.at(of.name);
        const isl::set elements = defined_elements(of, chain);
        const bool is_recurrence = reads_itself(chain);
        if (&of != &of_) {
            declare(of, elements, {});
        } else if (built_.seed == nullptr) {
            declare(of, elements, expr::literal(adjoint_type(of.type), 1));
        } else if (is_recurrence) {
            declare(of, elements, access_to(*built_.seed, element_of(of)));
        } else {
            built_.by_name[of.name] = built_.seed;
        }
        const std::vector<weighted_link> links = weighted(of, chain);
        for (const weighted_link &link : links) {
            pass_on(link);
        }
        if (const auto &own = contributions_[of.name]; !own.empty()) {
            for (const contribution &from : own) {
                require_elements(from, elements);
            }
            const int level = carrying_level(own, chain, of, call_);
            keep(add_recurrence(*built_.by_name.at(of.name), of, level, own, call_.where));
        }
    }

    static expr access_to(const computation_state &what, const std::vector<expr> &element) {
        return expr(o_access, what.name, element, what.type);
    }

    static std::vector<expr> element_of(const computation_state &of) {
        std::vector<expr> element;
        for (const std::string &name : element_names(of)) {
            element.push_back(expr::variable(name, p_int32));
        }
        return element;
    }

    void keep(const adjoint_parts &parts) {
        built_.all.insert(built_.all.end(), parts.begin(), parts.end());
    }

    void declare(const computation_state &of, const isl::set &elements, const expr &first) {
        std::vector<contribution> &contributions = contributions_[of.name];
        for (const contribution &from : contributions) {
            require_elements(from, elements);
        }
        const adjoint_parts parts =
            declare_adjoint(function_, of, elements, first, contributions, call_.where);
        contributions.clear();
        built_.by_name[of.name] = parts.front();
        keep(parts);
    }

    void require_elements(const contribution &from, const isl::set &elements) const {
        if (!from.access.range().is_subset(elements)) {
            refuse(subject(*from.reader) + " reads " + from.read.to_str() +
                   ", which lies outside of \"" + from.read.get_name() +
                   "\" for some instances; read it in a select() whose condition keeps the index "
                   "inside, or give an input the bounds, or before this call the buffer, of all "
                   "that it has");
        }
    }

    bool reads_itself(const std::vector<chain_link> &chain) const {
        return std::any_of(chain.begin(), chain.end(), [&](const chain_link &link) {
            const std::string &own = link.definition->name;
            const auto is_own = [&](const std::string &name) { return name == own; };
            return !local_derivatives(*link.definition, {link.operand, unit(link), {}}, is_own)
                        .empty();
        });
    }

    static expr unit(const chain_link &link) {
        return expr::literal(adjoint_type(link.definition->type), 1);
    }

    bool has_derivatives(const chain_link &link) const {
        return !local_derivatives(*link.definition, {link.operand, unit(link), {}}, is_on_path_)
                    .empty();
    }

    struct weighted_link {
        const chain_link *link;
        expr weight; ///< the derivative by its operand
    };

    /// What each definition gets of the adjoint: all of it as a term of a sum, its share as a
    /// factor, all or nothing as a candidate of min or max.
    std::vector<weighted_link> weighted(const computation_state &of,
                                        const std::vector<chain_link> &chain) {
        std::vector<const chain_link *> links;
        op_t op = o_none;
        for (const chain_link &link : chain) {
            op = link.op == o_none ? op : link.op;
            if (has_derivatives(link)) {
                links.push_back(&link);
            }
        }
        made_choice choice;
        if ((op == o_min || op == o_max) && !links.empty()) {
            for (const chain_link *link : links) {
                require_final_values(*link, link->operand, link->points, call_);
            }
            choice = make_choice(function_, of, links, call_);
            keep_choice(*choice.first_equal);
        }
        std::vector<weighted_link> all;
        for (const chain_link *link : links) {
            const expr own = adjoint_at(*link);
            const expr value = access_to(of, link->definition->target);
            all.push_back({link, op == o_mul ? own * value / link->operand
                                 : choice.first_equal != nullptr
                                     ? select(choice.is_chosen(*link), own, zero(of))
                                     : own});
        }
        return all;
    }

    void keep_choice(computation_state &first_equal) {
        adjoint_parts parts = {&first_equal};
        parts.insert(parts.end(), first_equal.updates.begin(), first_equal.updates.end());
        keep(parts);
    }

    expr adjoint_at(const chain_link &link) const {
        const computation_state &definition = *link.definition;
        return access_to(*built_.by_name.at(definition.name), definition.target);
    }

    void pass_on(const weighted_link &what) {
        const computation_state &definition = *what.link->definition;
        const differentiated value = {what.link->operand, what.weight, stored_value(*what.link)};
        for (const read_derivative &found : local_derivatives(definition, value, is_on_path_)) {
            add_contribution(*what.link, found);
        }
    }

    /// Where the value of the only definition can be read instead of computed again.
    static expr stored_value(const chain_link &link) {
        const computation_state &definition = *link.definition;
        const bool is_only = link.op == o_none && definition.base->updates.empty() &&
                             definition.type == adjoint_type(definition.type);
        return is_only ? access_to(definition, definition.target) : expr();
    }

    void add_contribution(const chain_link &link, const read_derivative &found) {
        const computation_state &definition = *link.definition;
        const computation_state &read = *function_.find_computation(found.read.get_name());
        bool is_affine = true;
        const isl::map access =
            access_relation(definition, read.id, found.read.get_operands(), is_affine);
        if (!is_affine) {
            refuse(subject(definition) + " reads " + found.read.to_str() +
                   ", whose index is not affine in iterators and constants");
        }
        const isl::set points = link.points.intersect(poly::renamed(found.points, definition.id));
        const contribution from = {&definition, found.read, found.derivative,
                                   access.intersect_domain(points)};
        if (from.access.is_empty()) {
            return;
        }
        require_final_value(definition, found.read, points, call_);
        require_final_values(link, found.derivative, points, call_);
        contributions_[read.name].push_back(from);
    }

    function_state &function_;
    const computation_state &of_;
    const dependence_path &path_;
    const public_call &call_;
    const std::function<bool(const std::string &)> is_on_path_ = [this](const std::string &name) {
        return path_.has(name);
    };
    std::map<std::string, std::vector<contribution>> contributions_; ///< by what is read
    built_adjoints built_;
};

} // namespace

built_adjoints build_adjoints(function_state &function, const computation_state &of,
                              const dependence_path &path, const public_call &call) {
    return adjoint_builder(function, of, path, call).build();
}

} // namespace tiramisu::core
