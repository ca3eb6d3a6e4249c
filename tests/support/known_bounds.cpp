#include "support/known_bounds.h"

#include "polyhedral/isl_bridge.h"

namespace tiramisu::oracle {

namespace {

using point = std::vector<std::int64_t>;
using numbers = std::map<std::string, std::int64_t>;

/// Instances whose bounds have the same values.
struct piece {
    isl::set domain;
    numbers values; ///< by parameter
};

isl::set with_parameters(const isl::set &set, const numbers &values) {
    isl_set *fixed = set.copy();
    for (const auto &[name, number] : values) {
        const int dim = isl_set_find_dim_by_name(fixed, isl_dim_param, name.c_str());
        if (dim >= 0) {
            const auto at = static_cast<unsigned>(dim);
            fixed = isl_set_fix_si(fixed, isl_dim_param, at, static_cast<int>(number));
            fixed = isl_set_project_out(fixed, isl_dim_param, at, 1);
        }
    }
    return isl::manage(fixed);
}

isl::map with_parameters(const isl::map &map, const numbers &values) {
    return with_parameters(map.wrap(), values).unwrap();
}

std::vector<point> list_points(const isl::set &set) {
    std::vector<point> points;
    for (const auto &[at, same] : points_of(isl::manage(isl_set_identity(set.copy())), {})) {
        points.push_back(at);
    }
    return points;
}

isl::set at_prefix(const isl::set &domain, const point &prefix) {
    isl_set *fixed = domain.copy();
    for (std::size_t d = 0; d < prefix.size(); ++d) {
        fixed = isl_set_fix_si(fixed, isl_dim_set, static_cast<unsigned>(d),
                               static_cast<int>(prefix[d]));
    }
    return isl::manage(fixed);
}

class bound_evaluator {
public:
    bound_evaluator(const core::program_statement &statement,
                    const std::vector<std::string> &parameters,
                    const std::map<std::string, value> &scalars, const memory &arguments)
        : statement_(statement), parameters_(parameters) {
        names_.scalars = scalars;
        names_.read = [&arguments](const std::string &buffer, const point &at) {
            const auto found = arguments.find(buffer);
            if (found == arguments.end()) {
                throw meaningless("a bound reads \"" + buffer + "\", which is no argument");
            }
            return found->second.get(buffer, found->second.position(buffer, at));
        };
    }

    std::vector<piece> pieces_of(const isl::set &domain) {
        std::vector<piece> pieces = {{domain, {}}};
        for (std::size_t i = 0; i < statement_.bounds.size(); ++i) {
            std::vector<piece> narrower;
            for (const piece &whole : pieces) {
                split(whole, i, narrower);
            }
            pieces = narrower;
        }
        return pieces;
    }

private:
    const core::program_statement &statement_;
    const std::vector<std::string> &parameters_;
    environment names_;

    void split(const piece &whole, std::size_t index, std::vector<piece> &into) {
        const core::program_bound &bound = statement_.bounds[index];
        const auto dim = static_cast<int>(bound.iterator);
        const isl::set prefixes =
            poly::project_out(whole.domain, dim, poly::set_dims(whole.domain) - dim);
        isl_set *unnamed = isl_set_reset_tuple_id(prefixes.copy());
        for (const point &prefix : list_points(isl::manage(unnamed))) {
            const std::int64_t number = evaluate_at(bound, prefix);
            isl_set *inside = at_prefix(whole.domain, prefix).release();
            const auto at = static_cast<unsigned>(dim);
            isl_val *limit =
                isl_val_int_from_si(isl_set_get_ctx(inside), bound.is_upper ? number - 1 : number);
            inside = bound.is_upper ? isl_set_upper_bound_val(inside, isl_dim_set, at, limit)
                                    : isl_set_lower_bound_val(inside, isl_dim_set, at, limit);
            piece part{isl::manage(inside), whole.values};
            part.values[parameters_[index]] = number;
            into.push_back(part);
        }
    }

    std::int64_t evaluate_at(const core::program_bound &bound, const point &prefix) {
        for (std::size_t d = 0; d < prefix.size(); ++d) {
            names_.scalars[statement_.iterators[d]] = value::of_integer(p_int64, prefix[d]);
        }
        return evaluate_integer(bound.value.value, names_);
    }
};

isl::map restricted(const isl::map &times, const std::vector<piece> &pieces,
                    const isl::map &nowhere) {
    isl::map result = nowhere;
    for (const piece &part : pieces) {
        result = result.unite(with_parameters(times, part.values).intersect_domain(part.domain));
    }
    return result;
}

} // namespace

library_view with_known_bounds(library_view view, const std::map<std::string, value> &parameters,
                               const memory &arguments) {
    numbers scalars;
    for (const auto &[name, number] : parameters) {
        scalars[name] = number.integer;
    }
    for (const auto &[id, names] : view.bound_parameters) {
        const isl::set domain = with_parameters(view.domains.at(id), scalars);
        bound_evaluator evaluator(view.program.statements.at(id), names, parameters, arguments);
        const std::vector<piece> pieces = evaluator.pieces_of(domain);
        isl::set executed = domain.subtract(domain);
        for (const piece &part : pieces) {
            executed = executed.unite(part.domain);
        }
        view.domains.at(id) = executed;
        for (auto *times : {&view.reference, &view.schedule.times}) {
            isl::map &own = times->at(id);
            own = with_parameters(own, scalars);
            own = restricted(own, pieces, own.subtract(own));
        }
    }
    return view;
}

} // namespace tiramisu::oracle
