// The computations of a random program: their storage, reductions, reads of themselves.

#include "support/program_generator.h"

#include <algorithm>

#include "core/expr/expr_walk.h"

namespace tiramisu::oracle {

namespace {

bool names(const expr &value, const std::string &iterator) {
    if (value.get_expr_type() == e_var) {
        return value.get_name() == iterator;
    }
    const std::vector<expr> &operands = value.get_operands();
    return std::any_of(operands.begin(), operands.end(),
                       [&](const expr &operand) { return names(operand, iterator); });
}

/// The iterators of an update are those that it names, in that order: outer ones come first.
expr naming_all(const iterator_space &space, const std::vector<expr> &index, expr result) {
    for (auto at = space.iterators.rbegin(); at != space.iterators.rend(); ++at) {
        const bool is_on_left = std::any_of(index.begin(), index.end(), [&](const expr &left) {
            return names(left, at->get_name());
        });
        if (!is_on_left) {
            result = cast(result.get_data_type(), *at) + result;
        }
    }
    return result;
}

} // namespace

std::string program_generator::next_name() {
    static const std::vector<std::string> names = {"S", "T", "U", "V"};
    return names[static_cast<std::size_t>(names_++)];
}

program_definition &program_generator::add_definition(const iterator_space &space, primitive_t type,
                                                      const std::string &name) {
    program_definition made;
    made.name = name;
    made.type = type;
    made.iterators = space.iterators;
    made.buffer = name + "_mem";
    const argument_t role = random_.chance(25) ? a_temporary : a_output;
    program_.buffers.push_back({made.buffer, made.type, role, {}});
    std::vector<linear> &extents = extents_[made.buffer];
    for (const var &iterator : space.iterators) {
        extents.push_back(linear{1, {}}.at_least(range_of(space, iterator).highest.plus(1)));
        if (space.has_bases()) {
            made.storage.push_back(distance(space, iterator));
        }
    }
    if (space.has_bases()) {
        based_[name] = space;
    }
    if (extents.empty()) {
        extents.push_back({1, {}});
        made.storage = {expr(0)};
    }
    program_.definitions.push_back(made);
    return program_.definitions.back();
}

void program_generator::transpose(program_definition &made) {
    if (made.iterators.size() < 2 || !made.storage.empty()) {
        return;
    }
    std::vector<linear> &extents = extents_[made.buffer];
    std::reverse(extents.begin(), extents.end());
    transposed_.insert(made.name);
    made.storage.assign(made.iterators.rbegin(), made.iterators.rend());
}

void program_generator::block(program_definition &made) {
    if (made.iterators.empty() || !made.storage.empty()) {
        return;
    }
    const auto dim =
        static_cast<std::size_t>(random_.between(0, static_cast<int>(made.iterators.size()) - 1));
    const int width = random_.between(2, 4);
    made.storage.assign(made.iterators.begin(), made.iterators.end());
    made.storage[dim] = made.iterators[dim] / width;
    made.storage.push_back(made.iterators[dim] % width);
    extents_[made.buffer].push_back({width, {}});
    blocked_.insert(made.name);
}

void program_generator::make_computation(int number) {
    const int dims = random_.weighted<int>({{0, 3}, {1, 22}, {2, 45}, {3, 22}, {4, 8}});
    const bool is_reduction = dims < 4 && random_.chance(35);
    const iterator_space space = make_space(dims);
    const primitive_t type = random_type();
    const std::string name = next_name();
    const expr start = value(type, space, random_.between(0, number == 0 ? 1 : 2));
    const expr predicate = random_predicate(space);
    program_definition &made = add_definition(space, type, name);
    made.value = start;
    made.predicate = predicate;
    if (!is_reduction && dims > 0 && !is_far(made) && random_.chance(25)) {
        read_itself(made, space);
    }
    if (!core::reads_element(made.value, name)) {
        updatable_[name] = space;
    }
    if (is_reduction) {
        const int updates = random_.chance(85) ? 1 : 2;
        for (int u = 0; u < updates; ++u) {
            add_update(name, space, u);
        }
    } else if (random_.chance(8)) {
        transpose(program_.definitions.back());
    }
    if (random_.chance(10)) {
        block(program_.definitions.back());
    }
}

void program_generator::read_itself(program_definition &made, const iterator_space &space) {
    std::vector<int> offsets;
    for (const var &iterator : space.iterators) {
        const std::int64_t lowest = range_of(space, iterator).lowest.constant;
        const int back = lowest >= 1 && random_.chance(60) ? -1 : 0;
        offsets.push_back(random_.chance(20) ? 1 : back);
        need(made.buffer, offsets.size() - 1, range_of(space, iterator).highest.plus(1));
    }
    const std::vector<expr> around(space.iterators.begin(), space.iterators.end());
    expr self = read_near(made, around, offsets);
    if (has(feature::guards) && random_.chance(40)) {
        self = guarded_self(made, space);
    }
    made.value = is_float(made.type) ? max(self, made.value) : self + made.value;
    program_.buffer(made.buffer).role = a_output;
}

expr program_generator::guarded_self(const program_definition &made, const iterator_space &space) {
    const auto d =
        static_cast<std::size_t>(random_.between(0, static_cast<int>(space.iterators.size()) - 1));
    const expr at = distance(space, space.iterators[d]);
    const linear highest = range_of(space, space.iterators[d]).highest;
    const int step = random_.chance(70) ? -1 : 1;
    std::vector<expr> index(space.iterators.begin(), space.iterators.end());
    index[d] = index[d] + step;
    const expr is_inside = step < 0 ? at >= 1 : at < highest.to_expr(parameter_names_);
    return select(is_inside, expr(o_access, made.name, index, made.type),
                  expr::literal(made.type, std::int64_t{1}));
}

expr program_generator::chain_of(const expr &self, const expr &first, const expr &second) {
    switch (random_.between(0, is_float(self.get_data_type()) ? 4 : 6)) {
    case 0: return (first + self) + second;
    case 1: return (self - first) + second;
    case 2: return first + (self - second);
    case 3: return max(max(first, self), second);
    case 4: return min(first, min(second, self));
    case 5: return (self * first) * second;
    default: return (first + (first - self)) - second; // none
    }
}

void program_generator::add_late_update() {
    const std::string last = program_.definitions.back().name;
    std::vector<std::string> earlier;
    for (const auto &[name, space] : updatable_) {
        if (name != last) {
            earlier.push_back(name);
        }
    }
    if (earlier.empty()) {
        return;
    }
    const std::string name = random_.one_of(earlier);
    add_update(name, updatable_.at(name),
               static_cast<int>(program_.definition(name).updates.size()));
    for (program_definition &made : program_.definitions) {
        if (made.name == name) {
            made.updates.back().behind = last;
        }
    }
}

void program_generator::add_update(const std::string &name, const iterator_space &outer,
                                   int number) {
    iterator_space space = outer;
    const int added = random_.between(outer.iterators.empty() ? 1 : 0, 1);
    for (int d = 0; d < added; ++d) {
        const int dims = static_cast<int>(space.iterators.size()) + 1;
        add_iterator(space, "r" + std::to_string(number) + std::to_string(d), dims, true);
    }
    const primitive_t type = program_.definition(name).type;
    program_update update;
    update.kind = random_.weighted<update_kind>({{update_kind::add, 45},
                                                 {update_kind::subtract, 5},
                                                 {update_kind::multiply, is_float(type) ? 0 : 12},
                                                 {update_kind::minimum, 12},
                                                 {update_kind::maximum, 12},
                                                 {update_kind::assign, 14}});
    update.index.assign(outer.iterators.begin(), outer.iterators.end());
    if (!update.index.empty() && !outer.has_bases() &&
        random_.chance(10)) { // the whole last dimension into one element
        update.index.back() = random_.chance(50) ? expr(0) : expr(outer.iterators.back() / 2);
    }
    update.value = naming_all(space, update.index, value(type, space, 1));
    if (update.kind == update_kind::assign) {
        const expr self(o_access, name, update.index, type);
        update.value = random_.chance(60) ? chain_of(self, update.value, value(type, space, 0))
                       : is_float(type)   ? max(self, update.value)
                                          : self + update.value * self;
    }
    for (program_definition &made : program_.definitions) {
        if (made.name == name) {
            made.updates.push_back(update);
        }
    }
}

} // namespace tiramisu::oracle
