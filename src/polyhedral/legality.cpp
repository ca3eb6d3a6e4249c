#include "polyhedral/legality.h"

#include "polyhedral/isl_bridge.h"
#include "polyhedral/live_ranges.h"

namespace tiramisu::poly {

namespace {

/// What the relation gives for one instance, for these values of the parameters.
isl::set image(const std::vector<long> &instance, const isl::map &relation,
               const std::vector<std::pair<std::string, long>> &parameters) {
    isl_map *at = relation.copy();
    for (std::size_t i = 0; i < instance.size(); ++i) {
        at =
            isl_map_fix_si(at, isl_dim_in, static_cast<unsigned>(i), static_cast<int>(instance[i]));
    }
    for (const auto &[name, value] : parameters) {
        const int dim = isl_map_find_dim_by_name(at, isl_dim_param, name.c_str());
        if (dim >= 0) {
            at = isl_map_fix_si(at, isl_dim_param, static_cast<unsigned>(dim),
                                static_cast<int>(value));
        }
    }
    return isl::manage(isl_map_range(at));
}

std::vector<long> time_of(const std::vector<long> &instance, const isl::map &times,
                          const std::vector<std::pair<std::string, long>> &parameters) {
    return example_of(image(instance, times, parameters)).coordinates;
}

/// carried_pairs(), with all dimensions in the constraints. Which of the pairs isl takes for an
/// example depends on how they are written.
isl::map carried_by_whole_times(const dependence &dep, const timestamps &schedule, int dim) {
    const isl::map source = keep_range(schedule.at(dep.source), 0, dim + 1);
    const isl::map sink = keep_range(schedule.at(dep.sink), 0, dim + 1);
    const isl::map differ = differ_first_at(source.ctx(), dim + 1, dim);
    return dep.pairs.intersect(source.apply_range(differ).apply_range(sink.reverse()));
}

/// { S[i] -> T[j] : S[i] does not run before T[j] }
isl::map not_before(const dependence &dep, const timestamps &schedule) {
    const auto [source, sink] = deciding_dimensions(schedule.at(dep.source), schedule.at(dep.sink));
    return isl::manage(isl_map_lex_ge_map(source.copy(), sink.copy()));
}

} // namespace

isl::map broken_pairs(const dependence &dep, const timestamps &schedule) {
    return dep.pairs.intersect(not_before(dep, schedule));
}

isl::map carried_pairs(const dependence &dep, const timestamps &schedule, int dim) {
    return carrying_loop(schedule, dim)(dep);
}

isl::map carrying_loop::operator()(const dependence &dep) {
    const auto [at, is_new] = apart_.try_emplace({dep.source, dep.sink});
    if (is_new) {
        at->second = instances_apart(schedule_.at(dep.source), schedule_.at(dep.sink));
    }
    const isl::map pairs = dep.pairs.intersect(at->second);
    return pairs.is_empty() ? pairs : carried_by_whole_times(dep, schedule_, dim_);
}

// { S[i] -> T[j] : the times are equal before the dimension and differ there }
isl::map carrying_loop::instances_apart(const isl::map &source, const isl::map &sink) const {
    std::vector<int> deciding; // later dimensions have no say, and equal constants none
    for (int at = 0; at <= dim_; ++at) {
        long first = 0, second = 0;
        const bool are_equal =
            fixed_value(source, at, first) && fixed_value(sink, at, second) && first == second;
        if (!are_equal || at == dim_) {
            deciding.push_back(at);
        }
    }
    const int length = static_cast<int>(deciding.size());
    const isl::map differ = differ_first_at(source.ctx(), length, length - 1);
    return select_range(source, deciding)
        .apply_range(differ)
        .apply_range(select_range(sink, deciding).reverse());
}

bool have_equal_tuples(const isl::map &a, const isl::map &b) {
    return isl_space_has_equal_tuples(a.get_space().get(), b.get_space().get()) == isl_bool_true;
}

witness make_witness(const std::vector<dependence> &all, std::size_t index, const isl::map &pairs,
                     const std::vector<memory_access> &accesses, const timestamps &schedule) {
    const dependence &dep = all[index];
    witness found;
    found.dependence = index;
    const auto source_dims = static_cast<std::size_t>(domain_dims(pairs));
    const example pair = example_of(isl::manage(isl_set_flatten(pairs.wrap().release())));
    const auto sink = pair.coordinates.begin() + static_cast<long>(source_dims);
    found.source.assign(pair.coordinates.begin(), sink);
    found.sink.assign(sink, pair.coordinates.end());
    found.parameters = pair.parameters;
    found.source_time = time_of(found.source, schedule.at(dep.source), found.parameters);
    found.sink_time = time_of(found.sink, schedule.at(dep.sink), found.parameters);
    const memory_access &exact =
        accesses[dep.source_access].exact ? accesses[dep.source_access] : accesses[dep.sink_access];
    const std::vector<long> &accessing =
        &exact == &accesses[dep.source_access] ? found.source : found.sink;
    // A dependence that staging has moved to other statements need not be one of their accesses.
    if (const auto element = find_example(image(accessing, exact.relation, found.parameters))) {
        found.element = element->coordinates;
    }
    return found;
}

void for_each_broken(
    const std::vector<dependence> &all, const std::vector<memory_access> &accesses,
    const timestamps &schedule, bool strict_reductions, const std::vector<std::string> &temporaries,
    const std::function<visited(std::size_t index, const isl::map &pairs)> &visit) {
    live_range_check live_ranges(temporaries, all, accesses, schedule);
    std::map<std::pair<std::string, std::string>, isl::map> late;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].is_reduction && !strict_reductions) {
            continue;
        }
        isl::map &too_late = late[{all[i].source, all[i].sink}];
        if (too_late.is_null()) {
            too_late = not_before(all[i], schedule);
        }
        const isl::map pairs = all[i].pairs.intersect(too_late);
        if (!pairs.is_empty() && !live_ranges.excuses(all[i]) &&
            visit(i, pairs) == visited::enough) {
            return;
        }
    }
}

std::optional<witness> find_broken(const std::vector<dependence> &all,
                                   const std::vector<memory_access> &accesses,
                                   const timestamps &schedule, bool strict_reductions,
                                   const std::vector<std::string> &temporaries) {
    std::optional<witness> found;
    for_each_broken(all, accesses, schedule, strict_reductions, temporaries,
                    [&](std::size_t index, const isl::map &pairs) {
                        found = make_witness(all, index, pairs, accesses, schedule);
                        return visited::enough;
                    });
    return found;
}

} // namespace tiramisu::poly
