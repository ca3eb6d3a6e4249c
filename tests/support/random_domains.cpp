// The domains of a random program: iterators with their bounds.

#include "support/program_generator.h"

#include <algorithm>

namespace tiramisu::oracle {

namespace {

/// How large the domain may become.
int largest_extent(int dims, domain_size size = domain_size::small) {
    return size == domain_size::small ? (dims == 1   ? 11
                                         : dims == 2 ? 6
                                         : dims == 3 ? 4
                                                     : 3)
                                      : (dims == 1   ? 6000
                                         : dims == 2 ? 200
                                         : dims == 3 ? 30
                                                     : 8);
}

constexpr int longest_loop = 70;
constexpr std::int64_t end_of_int32 = std::int64_t{1} << 31;

bool has_short_loops(const iterator_space &space) {
    return std::all_of(space.ranges.begin(), space.ranges.end(), [](const auto &entry) {
        return entry.second.highest.constant < largest_extent(2);
    });
}

} // namespace

expr program_generator::bound_at(const expr &index) const {
    const primitive_t type = program_.definition("R").type;
    return cast(p_int32, expr(o_access, "R", {index}, type));
}

var program_generator::read_bounds(const iterator_space &space, const std::string &name,
                                   range &values) {
    const var row = random_.one_of(space.iterators);
    need("R_mem", 0, range_of(space, row).highest.plus(1));
    values = {{0, {}}, {most_bounded - 1, {}}};
    const expr upper = bound_at(random_.chance(70) ? row + 1 : expr(row));
    switch (bounds_are_hostile_ ? 5 : random_.between(0, 5)) {
    case 0: return {name, 0, upper};
    case 1: return {name, max(bound_at(row), random_.between(0, 2)), upper};
    case 2: return {name, 0, min(upper, random_.between(1, most_bounded))};
    case 3: return {name, bound_at(row), random_.between(1, most_bounded)};
    default: return {name, bound_at(row), upper};
    }
}

linear program_generator::parameter() const {
    const program_parameter &n = program_.parameters[0];
    return n.is_argument ? linear{0, {{"n", 1}}} : linear{n.values[0], {}};
}

range program_generator::range_of(const iterator_space &space, const expr &iterator) const {
    return space.ranges.at(iterator.get_name());
}

void program_generator::add_iterator(iterator_space &space, const std::string &name, int dims,
                                     bool may_be_empty) {
    if (has(feature::bases) && dims <= 2 && random_.chance(15)) {
        add_based_iterator(space, name);
        return;
    }
    const int lower = random_.weighted<int>({{0, 55}, {1, 20}, {2, 15}, {3, 10}});
    const bool is_long =
        has(feature::long_loops) && dims <= 2 && has_short_loops(space) && random_.chance(12);
    const int widest = is_long ? longest_loop : largest_extent(dims, program_.features.size);
    const int kind = is_long ? 99 : random_.between(0, 99);
    range values;
    expr lowest(lower), end;
    values.lowest = {lower, {}};
    const bool has_outer = !space.iterators.empty() && !space.has_bases();
    if (has_outer && !is_long && has_bounds_ && random_.chance(50)) {
        space.iterators.push_back(read_bounds(space, name, values));
        space.ranges[name] = values;
        return;
    }
    if (has_outer && kind < 25) { // triangular
        const var outer = random_.one_of(space.iterators);
        const range bounds = range_of(space, outer);
        if (random_.chance(50)) {
            end = outer + random_.between(0, 2);
            values.highest = bounds.highest.plus(1);
            lowest = expr(0);
            values.lowest = {0, {}};
        } else {
            lowest = outer;
            values.lowest = bounds.lowest;
            end = outer + random_.between(1, widest);
            values.highest = bounds.highest.plus(widest - 1);
        }
    } else if (has_parameter() && kind < 60) {
        const int margin = random_.between(0, 1);
        end = parameter_names_.at("n");
        values.highest = parameter().plus(margin - 1);
        if (margin == 1) {
            end = end + 1;
        }
    } else {
        const bool is_empty = may_be_empty && random_.chance(has(feature::long_loops) ? 6 : 3);
        const int extent = is_empty ? 0 : random_.chance(15) ? 1 : random_.between(2, widest);
        end = expr(lower + extent);
        values.highest = {lower + std::max(extent, 1) - 1, {}};
    }
    const var iterator(name, lowest, end);
    space.iterators.push_back(iterator);
    space.ranges[name] = values;
}

void program_generator::add_based_iterator(iterator_space &space, const std::string &name) {
    const int extent = random_.between(1, 6);
    const bool is_far = random_.chance(40);
    const std::int64_t base =
        is_far ? end_of_int32 - 1 - extent - random_.between(0, 2) : -random_.between(1, 4);
    space.iterators.emplace_back(name, expr(static_cast<std::int32_t>(base)),
                                 expr(static_cast<std::int32_t>(base + extent)));
    space.ranges[name] = {{0, {}}, {extent - 1, {}}};
    space.bases[name] = base;
}

expr program_generator::distance(const iterator_space &space, const expr &iterator) {
    const auto base = space.bases.find(iterator.get_name());
    if (base == space.bases.end()) {
        return iterator;
    }
    return base->second < 0 ? iterator + static_cast<std::int32_t>(-base->second)
                            : iterator - static_cast<std::int32_t>(base->second);
}

bool program_generator::is_far(const program_definition &made) const {
    const auto based = based_.find(made.name);
    return based != based_.end() &&
           std::any_of(based->second.bases.begin(), based->second.bases.end(),
                       [](const auto &entry) { return entry.second > 0; });
}

iterator_space program_generator::make_space(int dims) {
    static const std::vector<std::string> letters = {"i", "j", "k", "l"};
    iterator_space space;
    const std::string suffix = names_ == 0 || random_.chance(50) ? "" : std::to_string(names_);
    for (int d = 0; d < dims; ++d) {
        add_iterator(space, letters[static_cast<std::size_t>(d)] + suffix, dims, true);
    }
    return space;
}

} // namespace tiramisu::oracle
