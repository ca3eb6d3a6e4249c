// The values of a random program: indices, reads, guards, predicates.

#include "support/program_generator.h"

#include <algorithm>

namespace tiramisu::oracle {

program_generator::affine program_generator::scaled(const iterator_space &space,
                                                    const var &iterator, int factor) const {
    const range bounds = range_of(space, iterator);
    const linear zero;
    affine result;
    const expr at = distance(space, iterator);
    result.text = factor == 1 ? at : factor * at;
    result.values.lowest = zero.plus(factor > 0 ? bounds.lowest : bounds.highest, factor);
    result.values.highest = zero.plus(factor > 0 ? bounds.highest : bounds.lowest, factor);
    return result;
}

program_generator::affine program_generator::sum(const affine &a, const affine &b) const {
    return {a.text + b.text,
            {a.values.lowest.plus(b.values.lowest), a.values.highest.plus(b.values.highest)}};
}

program_generator::affine program_generator::shifted(affine index, const linear &by) const {
    if (by.constant == 0 && std::all_of(by.coefficients.begin(), by.coefficients.end(),
                                        [](const auto &entry) { return entry.second == 0; })) {
        return index;
    }
    index.text = index.text + by.to_expr(parameter_names_);
    index.values.lowest = index.values.lowest.plus(by);
    index.values.highest = index.values.highest.plus(by);
    return index;
}

program_generator::affine program_generator::random_affine(const iterator_space &space,
                                                           std::optional<std::size_t> preferred) {
    if (space.iterators.empty() || random_.chance(6)) {
        const int constant = random_.between(0, 3);
        return {expr(constant), {{constant, {}}, {constant, {}}}};
    }
    const var &iterator = preferred && *preferred < space.iterators.size() && random_.chance(75)
                              ? space.iterators[*preferred]
                              : random_.one_of(space.iterators);
    affine index = scaled(space, iterator, 1);
    const int kind = random_.between(0, 99);
    if (kind < 60) {
        index = shifted(index, {random_.weighted<int>({{0, 55}, {-1, 18}, {1, 18}, {2, 9}}), {}});
    } else if (kind < 70) {
        index = scaled(space, iterator, random_.chance(50) ? 2 : -1);
    } else if (kind < 82) {
        index = sum(index, scaled(space, random_.one_of(space.iterators),
                                  random_.weighted<int>({{1, 60}, {-1, 30}, {2, 10}})));
    } else if (kind < 87) {
        const int divisor = random_.between(2, 3);
        index.text = index.text / divisor; // no larger than before, if it is not negative
        index.values.lowest = {0, {}};
    } else if (kind < 92) {
        const int divisor = random_.between(2, 3);
        index.text = index.text % divisor;
        index.values = {{0, {}}, {divisor - 1, {}}};
    }
    return shifted(index, index.values.lowest.shortfall());
}

void program_generator::need(const std::string &buffer, std::size_t dim, const linear &highest) {
    linear &extent = extents_.at(buffer)[dim];
    extent = extent.at_least(highest.plus(1));
}

expr program_generator::read(const program_definition &from, const iterator_space &space) {
    std::vector<expr> index;
    for (std::size_t d = 0; d < from.iterators.size(); ++d) {
        const affine at = random_affine(space, d);
        index.push_back(from_base(from, d, at.text));
        need_index(from, d, at.values.highest);
    }
    return {o_access, from.name, index, from.type};
}

void program_generator::need_index(const program_definition &from, std::size_t d,
                                   const linear &highest) {
    const bool is_transposed = transposed_.count(from.name) != 0;
    need(from.buffer, is_transposed ? from.iterators.size() - 1 - d : d, highest);
}

expr program_generator::from_base(const program_definition &from, std::size_t d,
                                  const expr &distance) const {
    const auto based = based_.find(from.name);
    if (based == based_.end() || !based->second.has_base(from.iterators[d])) {
        return distance;
    }
    return distance +
           static_cast<std::int32_t>(based->second.bases.at(from.iterators[d].get_name()));
}

program_generator::guarded_index
program_generator::index_behind_guard(const program_definition &from, const iterator_space &space,
                                      std::size_t d) {
    const var iterator = random_.one_of(space.iterators);
    const range values = range_of(space, iterator);
    need_index(from, d, values.highest);
    const int step = random_.one_of(std::vector<int>{-2, -1, 1, 2});
    const expr at = distance(space, iterator);
    const expr is_inside =
        step < 0 ? at >= -step : at + step <= values.highest.to_expr(parameter_names_);
    return {from_base(from, d, at + step), is_inside};
}

expr program_generator::guarded_read(primitive_t type, const program_definition &from,
                                     const iterator_space &space) {
    const expr inside = read(from, space);
    const auto d =
        static_cast<std::size_t>(random_.between(0, static_cast<int>(from.iterators.size()) - 1));
    const guarded_index guarded = index_behind_guard(from, space, d);
    std::vector<expr> index = inside.get_operands();
    index[d] = guarded.index;
    const expr element(o_access, from.name, index, from.type);
    const expr found = cast_once(type, element), other = term(type, space, 2);
    const expr zero = expr::literal(from.type, std::int64_t{0});
    switch (random_.between(0, 5)) {
    case 0: return select(!guarded.is_inside, other, found);
    case 1: return select(guarded.is_inside && element > zero, other, term(type, space, 2));
    case 2: return select(!guarded.is_inside || element < zero, other, term(type, space, 2));
    case 3: return select(guarded.is_inside, select(found < other, found, other), other);
    default: return select(guarded.is_inside, found, other);
    }
}

expr program_generator::gather(primitive_t type, const iterator_space &space) {
    const program_definition &from = program_.definition("A");
    const int last = random_.between(0, 5);
    const program_definition &places =
        program_.definitions[static_cast<std::size_t>(random_.between(0, has_bounds_ ? 1 : 0))];
    const expr place = cast_once(p_int32, read(places, space));
    const bool is_clamped = random_.chance(50);
    std::vector<expr> index;
    for (std::size_t d = 0; d < from.iterators.size(); ++d) {
        index.push_back(d > 0 ? expr(0) : is_clamped ? clamp(place, 0, last) : place);
    }
    need_index(from, 0, {last, {}});
    const expr found = cast_once(type, expr(o_access, from.name, index, from.type));
    return is_clamped ? found : select(place >= 0 && place <= last, found, term(type, space, 2));
}

expr program_generator::read_near(const program_definition &from, const std::vector<expr> &around,
                                  const std::vector<int> &offsets) {
    std::vector<expr> index;
    for (std::size_t d = 0; d < around.size(); ++d) {
        index.push_back(offsets[d] == 0 ? around[d] : around[d] + offsets[d]);
    }
    return {o_access, from.name, index, from.type};
}

expr program_generator::term(primitive_t type, const iterator_space &space, int depth) {
    if (has(feature::gathers) && depth == 0 && random_.chance(5)) {
        return gather(type, space);
    }
    const int kind = random_.between(0, 99);
    if (kind < 10 || program_.definitions.empty()) {
        return expr::literal(type, static_cast<std::int64_t>(random_.between(1, 5)));
    }
    if (kind < 20 && !space.iterators.empty()) {
        return cast(type, random_.one_of(space.iterators));
    }
    std::vector<std::size_t> readable;
    for (std::size_t d = 0; d < program_.definitions.size(); ++d) {
        const program_definition &from = program_.definitions[d];
        const bool is_folded = !from.storage.empty() && !from.iterators.empty() &&
                               transposed_.count(from.name) == 0 &&
                               blocked_.count(from.name) == 0 && based_.count(from.name) == 0;
        const int weight = is_folded || is_far(from) ? 0 : from.is_input ? 1 : 3;
        readable.insert(readable.end(), static_cast<std::size_t>(weight), d);
    }
    const program_definition &from = program_.definitions[random_.one_of(readable)];
    if (has(feature::guards) && depth == 0 && !from.iterators.empty() && !space.iterators.empty() &&
        random_.chance(20)) {
        return guarded_read(type, from, space);
    }
    return cast_once(type, read(from, space));
}

expr program_generator::cast_once(primitive_t type, const expr &value) {
    const primitive_t from = value.get_data_type();
    if (from == type) {
        return value;
    }
    if (is_float(from) && is_integer(type) && type != p_int64) {
        return cast(type, cast(p_int64, value));
    }
    return is_float(type) && is_integer(from) && size_in_bytes(from) > size_in_bytes(p_int16)
               ? cast(type, cast(p_int16, value))
               : cast(type, value);
}

expr program_generator::value(primitive_t type, const iterator_space &space, int depth) {
    if (depth == 0) {
        return term(type, space);
    }
    const expr a = value(type, space, depth - 1),
               b = value(type, space, random_.between(0, depth - 1));
    const int kind = random_.between(0, 99);
    if (kind < 40) {
        return a + b;
    }
    if (kind < 55) {
        return a - b;
    }
    if (kind < 65) {
        return is_float(type) ? a + b : a * b;
    }
    if (kind < 75) {
        return min(a, b);
    }
    if (kind < 85) {
        return max(a, b);
    }
    if (kind < 93) {
        return select(a < b, b, value(type, space, 0));
    }
    if (is_float(type)) {
        return a;
    }
    return kind < 96 ? a / expr::literal(type, std::int64_t{3})
                     : a % expr::literal(type, std::int64_t{5});
}

expr program_generator::random_predicate(const iterator_space &space) {
    if (space.iterators.empty() || !random_.chance(10)) {
        return {};
    }
    const expr a = distance(space, random_.one_of(space.iterators)),
               b = distance(space, random_.one_of(space.iterators));
    if (has(feature::guards) && random_.chance(30)) {
        return guarded_predicate(space);
    }
    switch (random_.between(0, 3)) {
    case 0: return a != random_.between(1, 3);
    case 1: return a + b < random_.between(3, 8);
    case 2: return a % 2 == random_.between(0, 1);
    default: return term(p_int32, space) > 0;
    }
}

expr program_generator::guarded_predicate(const iterator_space &space) {
    const program_definition &from = program_.definition("A");
    const guarded_index guarded = index_behind_guard(from, space, 0);
    std::vector<expr> index = read(from, space).get_operands();
    index[0] = guarded.index;
    const expr element(o_access, from.name, index, from.type);
    const expr zero = expr::literal(from.type, std::int64_t{0});
    return random_.chance(50) ? guarded.is_inside && element > zero
                              : !guarded.is_inside || element < zero;
}

} // namespace tiramisu::oracle
