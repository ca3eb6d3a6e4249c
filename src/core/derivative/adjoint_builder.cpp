#include "core/derivative/adjoint_builder.h"

#include "core/derivative/gathered_term.h"
#include "core/derivative/input_elements.h"
#include "core/derivative/local_derivatives.h"
#include "core/derivative/rules.h"
#include "core/expr/expr_walk.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/memory_accesses.h"
#include "core/program/update.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class adjoint_builder {
public:
    adjoint_builder(function_state &function, const computation_state &of,
                    const dependence_path &path, const public_call &call)
        : function_(function), of_(of), path_(path), call_(call) {}

    built_adjoints build() && {
        for (auto next = path_.computations.rbegin(); next != path_.computations.rend(); ++next) {
            const computation_state &computation = **next;
            const std::vector<chain_link> &chain = path_.chains.at(computation.name);
            if (&computation == &of_) {
                declare_seed(computation);
            } else {
                declare(computation, defined_elements(chain));
            }
            for (const chain_link &link : chain) {
                pass_on(link);
            }
        }
        for (const computation_state *input : path_.inputs) {
            declare(*input, input_elements(*input, call_));
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

    definition named(const computation_state &of, const std::string &suffix) const {
        definition what;
        what.name = unique_name(function_, of.name + suffix);
        what.type = adjoint_type(of.type);
        what.where = call_.where;
        return what;
    }

    static std::vector<iterator> as_iterators(const std::vector<std::string> &names) {
        std::vector<iterator> all;
        for (const std::string &name : names) {
            all.push_back({name, p_int32, {}, {}});
        }
        return all;
    }

    void declare_seed(const computation_state &of) {
        if (of.iterators.empty()) {
            definition what = named(of, "_bar");
            what.value = expr::literal(what.type, 1);
            keep(of, *define_over(function_, unnamed(executed_domain(of)), std::move(what)));
            return;
        }
        definition what = named(of, "_seed");
        what.iterators = of.iterators;
        built_.seed = define_input(function_, std::move(what));
        built_.by_name[of.name] = built_.seed;
    }

    static isl::set unnamed(const isl::set &set) { return poly::renamed(set, ""); }

    void keep(const computation_state &of, computation_state &adjoint) {
        built_.by_name[of.name] = &adjoint;
        built_.all.push_back(&adjoint);
    }

    /// x_bar(a): what single instances pass on, each where there is one; then a sum for each read
    /// by several instances.
    void declare(const computation_state &of, const isl::set &elements) {
        const isl::set domain = unnamed(elements);
        std::vector<gathered_term> sums;
        definition what = named(of, "_bar");
        const std::vector<std::string> names = element_names(of);
        what.iterators = as_iterators(names);
        for (const contribution &from : contributions_[of.name]) {
            require_elements(from, elements);
            gathered_term term = gathered(from, of);
            const expr guarded = term.free == 0 ? guarded_value(term, domain, names, of) : expr();
            if (!guarded.is_defined()) {
                sums.push_back(std::move(term));
            } else {
                what.value = what.value.is_defined() ? what.value + guarded : guarded;
            }
        }
        if (!what.value.is_defined()) {
            what.value = zero(of);
        }
        computation_state &adjoint = *define_over(function_, domain, std::move(what));
        keep(of, adjoint);
        for (const gathered_term &term : sums) {
            add_sum(adjoint, term);
        }
    }

    /// Undefined where the condition takes a division: then it is better a domain.
    static expr guarded_value(const gathered_term &term, const isl::set &domain,
                              const std::vector<std::string> &names,
                              const computation_state &of) {
        const expr condition = condition_of(term.domain, domain, names);
        if (!condition.is_defined()) {
            return term.value;
        }
        bool divides = false;
        for_each_node(condition, [&](const expr &node) {
            divides = divides || node.get_op_type() == o_mod || node.get_op_type() == o_div;
        });
        return divides ? expr() : select(condition, term.value, zero(of));
    }

    void add_sum(computation_state &adjoint, const gathered_term &term) {
        const std::vector<expr> element = variables(adjoint.iterators);
        definition what;
        what.name = adjoint.name;
        what.type = adjoint.type;
        what.where = call_.where;
        what.iterators = as_iterators(term.names);
        what.value = expr(o_access, adjoint.name, element, adjoint.type) + term.value;
        built_.all.push_back(add_update(adjoint, element, term.domain, std::move(what)));
    }

    void require_elements(const contribution &from, const isl::set &elements) const {
        const isl::set read = from.access.range();
        if (!read.is_subset(elements)) {
            refuse(subject(*from.reader) + " reads " + from.read.to_str() +
                   ", which lies outside of \"" + from.read.get_name() + "\" for some instances; " +
                   "read it in a select() whose condition keeps the index inside");
        }
    }

    expr adjoint_at(const computation_state &of, const std::vector<expr> &element) const {
        const computation_state &adjoint = *built_.by_name.at(of.name);
        return expr(o_access, adjoint.name, element, adjoint.type);
    }

    void pass_on(const chain_link &link) {
        const computation_state &definition = *link.definition;
        const expr own = adjoint_at(*definition.base, definition.target);
        const expr weight = definition.predicate.is_defined()
                                ? select(definition.predicate, own, zero(*definition.base))
                                : own;
        const differentiated what = {link.operand, weight, {}};
        const auto is_on_path = [&](const std::string &name) { return path_.has(name); };
        for (const read_derivative &found : local_derivatives(definition, what, is_on_path)) {
            add_contribution(link, found);
        }
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
        contributions_[read.name].push_back(
            {&definition, found.read, found.derivative,
             access.intersect_domain(link.points.intersect(
                 poly::renamed(found.points, definition.id)))});
    }

    function_state &function_;
    const computation_state &of_;
    const dependence_path &path_;
    const public_call &call_;
    std::map<std::string, std::vector<contribution>> contributions_; ///< by what is read
    built_adjoints built_;
};

} // namespace

built_adjoints build_adjoints(function_state &function, const computation_state &of,
                              const dependence_path &path, const public_call &call) {
    return adjoint_builder(function, of, path, call).build();
}

} // namespace tiramisu::core
