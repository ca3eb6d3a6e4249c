#include "support/random_program.h"

#include <algorithm>
#include <optional>
#include <set>

#include "support/linear.h"

namespace tiramisu::oracle {

namespace {

/// Iterators of a definition with what is known of their values.
struct iterator_space {
    std::vector<var> iterators;
    /// By name of iterator: the value that it counts from, and how far it is from there. What reads
    /// and is stored is indexed by that distance.
    std::map<std::string, std::int64_t> bases;
    std::map<std::string, range> ranges;

    bool has_base(const expr &iterator) const { return bases.count(iterator.get_name()) > 0; }
    bool has_bases() const { return !bases.empty(); }
};

/// How large the domain may become, so that all pairs of its instances can be looked at.
int largest_extent(int dims) {
    return dims == 1 ? 11 : dims == 2 ? 6 : dims == 3 ? 4 : 3;
}

constexpr int longest_loop = 70;
constexpr std::int64_t end_of_int32 = std::int64_t{1} << 31;

class generator {
public:
    generator(random_source &random, const feature_set &features) : random_(random) {
        program_.features = features;
    }

    random_program make() {
        make_parameters();
        make_inputs();
        if (random_.chance(25)) {
            make_bounds();
        }
        const bool is_folded = has(feature::folds) && random_.chance(15);
        const int shape = is_folded ? 0 : random_.between(0, 99);
        if (is_folded) {
            make_modular_pair();
        } else if (shape < 10) {
            make_time_stepped_pair();
        } else if (shape < 20) {
            make_folded();
        } else if (shape < 30) {
            make_contracted_pair();
        } else if (shape < 35) {
            make_rolling_pair();
        } else {
            const int count = random_.weighted<int>({{1, 30}, {2, 40}, {3, 20}, {4, 10}});
            for (int i = 0; i < count; ++i) {
                make_computation(i);
            }
        }
        share_buffers();
        finish_sizes();
        return program_;
    }

    /// Whether the judges, which look at all elements again and again, come to an end.
    bool has_small_buffers() const {
        return std::all_of(extents_.begin(), extents_.end(), [this](const auto &of_buffer) {
            std::int64_t elements = 1;
            for (const linear &extent : of_buffer.second) {
                elements *= std::max<std::int64_t>(largest(extent), 1);
            }
            return elements <= most_elements;
        });
    }

private:
    random_source &random_;
    random_program program_;
    std::map<std::string, expr> parameter_names_;
    std::map<std::string, std::vector<linear>> extents_; ///< needed, by buffer
    int names_ = 0;
    bool has_bounds_ = false, bounds_are_hostile_ = false;
    static constexpr int most_bounded = 5;
    std::set<std::string> transposed_, blocked_;  ///< names of definitions
    std::map<std::string, iterator_space> based_; ///< of definitions with iterators that have bases

    static constexpr std::int64_t most_elements = 1 << 17;

    bool has(feature one) const { return program_.features.has(one); }

    std::int64_t largest(const linear &number) const {
        std::int64_t value = number.constant;
        for (const auto &[name, coefficient] : number.coefficients) {
            const std::vector<int> &values = program_.parameters.front().values;
            value += coefficient * *std::max_element(values.begin(), values.end());
        }
        return value;
    }

    void make_parameters() {
        if (!random_.chance(45)) {
            return;
        }
        program_parameter n{"n", random_.chance(80), {}};
        n.values = n.is_argument ? std::vector<int>{random_.between(4, 6), random_.between(0, 1),
                                                    random_.between(2, 4)}
                                 : std::vector<int>{random_.between(1, 6)};
        program_.parameters.push_back(n);
        parameter_names_["n"] = expr::variable("n", p_int32);
    }

    primitive_t random_type() {
        if (has(feature::all_types) && random_.chance(6)) {
            return p_uint64;
        }
        return random_.weighted<primitive_t>({{p_int32, 50},
                                              {p_int16, 8},
                                              {p_uint8, 8},
                                              {p_int64, 6},
                                              {p_uint32, 6},
                                              {p_int8, 6},
                                              {p_uint16, 6},
                                              {p_float32, 6},
                                              {p_float64, 4}});
    }

    void make_inputs() {
        const int count = random_.between(1, 2);
        for (int i = 0; i < count; ++i) {
            program_definition input;
            input.name = i == 0 ? "A" : "B";
            input.is_input = true;
            input.type = random_type();
            input.buffer = input.name + "_mem";
            const int rank = random_.between(1, 3);
            for (int d = 0; d < rank; ++d) {
                input.iterators.emplace_back("a" + std::to_string(i) + std::to_string(d));
            }
            program_.buffers.push_back({input.buffer, input.type, a_input, {}});
            extents_[input.buffer].resize(static_cast<std::size_t>(rank), linear{1, {}});
            program_.definitions.push_back(input);
        }
    }

    /// An input that bounds of iterators are read from.
    void make_bounds() {
        program_definition starts;
        starts.name = "R";
        starts.is_input = true;
        starts.type = random_.chance(70) ? p_int32 : p_int64;
        starts.buffer = "R_mem";
        starts.iterators.emplace_back("row");
        program_memory memory{starts.buffer, starts.type, a_input, {}};
        memory.largest_bound = most_bounded;
        memory.has_hostile_bounds = has(feature::hostile) && random_.chance(50);
        bounds_are_hostile_ = memory.has_hostile_bounds;
        program_.buffers.push_back(memory);
        extents_[starts.buffer] = {linear{2, {}}};
        program_.definitions.push_back(starts);
        has_bounds_ = true;
    }

    // --- domains ---

    expr bound_at(const expr &index) const {
        const primitive_t type = program_.definition("R").type;
        return cast(p_int32, expr(o_access, "R", {index}, type));
    }

    /// From R(row) to R(row + 1), or to R(row).
    var read_bounds(const iterator_space &space, const std::string &name, range &values) {
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

    bool has_parameter() const { return !program_.parameters.empty(); }

    linear parameter() const {
        const program_parameter &n = program_.parameters[0];
        return n.is_argument ? linear{0, {{"n", 1}}} : linear{n.values[0], {}};
    }

    range range_of(const iterator_space &space, const expr &iterator) const {
        return space.ranges.at(iterator.get_name());
    }

    void add_iterator(iterator_space &space, const std::string &name, int dims, bool may_be_empty) {
        if (has(feature::bases) && dims <= 2 && random_.chance(15)) {
            add_based_iterator(space, name);
            return;
        }
        const int lower = random_.weighted<int>({{0, 55}, {1, 20}, {2, 15}, {3, 10}});
        const bool is_long =
            has(feature::long_loops) && dims <= 2 && has_short_loops(space) && random_.chance(12);
        const int widest = is_long ? longest_loop : largest_extent(dims);
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

    static bool has_short_loops(const iterator_space &space) {
        return std::all_of(space.ranges.begin(), space.ranges.end(), [](const auto &entry) {
            return entry.second.highest.constant < largest_extent(2);
        });
    }

    /// From below 0, or to the last number of 32 bits.
    void add_based_iterator(iterator_space &space, const std::string &name) {
        const int extent = random_.between(1, 6);
        const bool is_far = random_.chance(40);
        const std::int64_t base =
            is_far ? end_of_int32 - 1 - extent - random_.between(0, 2) : -random_.between(1, 4);
        space.iterators.emplace_back(name, expr(static_cast<std::int32_t>(base)),
                                     expr(static_cast<std::int32_t>(base + extent)));
        space.ranges[name] = {{0, {}}, {extent - 1, {}}};
        space.bases[name] = base;
    }

    /// How far the iterator is from its base.
    static expr distance(const iterator_space &space, const expr &iterator) {
        const auto base = space.bases.find(iterator.get_name());
        if (base == space.bases.end()) {
            return iterator;
        }
        return base->second < 0 ? iterator + static_cast<std::int32_t>(-base->second)
                                : iterator - static_cast<std::int32_t>(base->second);
    }

    /// Far from 0 what reads them may not be in reach.
    bool is_far(const program_definition &made) const {
        const auto based = based_.find(made.name);
        return based != based_.end() &&
               std::any_of(based->second.bases.begin(), based->second.bases.end(),
                           [](const auto &entry) { return entry.second > 0; });
    }

    iterator_space make_space(int dims) {
        static const std::vector<std::string> letters = {"i", "j", "k", "l"};
        iterator_space space;
        const std::string suffix = names_ == 0 || random_.chance(50) ? "" : std::to_string(names_);
        for (int d = 0; d < dims; ++d) {
            add_iterator(space, letters[static_cast<std::size_t>(d)] + suffix, dims, true);
        }
        return space;
    }

    // --- indices ---

    struct affine {
        expr text;
        range values;
    };

    affine scaled(const iterator_space &space, const var &iterator, int factor) const {
        const range bounds = range_of(space, iterator);
        const linear zero;
        affine result;
        const expr at = distance(space, iterator);
        result.text = factor == 1 ? at : factor * at;
        result.values.lowest = zero.plus(factor > 0 ? bounds.lowest : bounds.highest, factor);
        result.values.highest = zero.plus(factor > 0 ? bounds.highest : bounds.lowest, factor);
        return result;
    }

    affine sum(const affine &a, const affine &b) const {
        return {a.text + b.text,
                {a.values.lowest.plus(b.values.lowest), a.values.highest.plus(b.values.highest)}};
    }

    affine shifted(affine index, const linear &by) const {
        if (by.constant == 0 && std::all_of(by.coefficients.begin(), by.coefficients.end(),
                                            [](const auto &entry) { return entry.second == 0; })) {
            return index;
        }
        index.text = index.text + by.to_expr(parameter_names_);
        index.values.lowest = index.values.lowest.plus(by);
        index.values.highest = index.values.highest.plus(by);
        return index;
    }

    affine random_affine(const iterator_space &space, std::optional<std::size_t> preferred) {
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
            index =
                shifted(index, {random_.weighted<int>({{0, 55}, {-1, 18}, {1, 18}, {2, 9}}), {}});
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

    void need(const std::string &buffer, std::size_t dim, const linear &highest) {
        linear &extent = extents_.at(buffer)[dim];
        extent = extent.at_least(highest.plus(1));
    }

    // --- expressions ---

    expr read(const program_definition &from, const iterator_space &space) {
        std::vector<expr> index;
        for (std::size_t d = 0; d < from.iterators.size(); ++d) {
            const affine at = random_affine(space, d);
            index.push_back(from_base(from, d, at.text));
            need_index(from, d, at.values.highest);
        }
        return {o_access, from.name, index, from.type};
    }

    void need_index(const program_definition &from, std::size_t d, const linear &highest) {
        const bool is_transposed = transposed_.count(from.name) != 0;
        need(from.buffer, is_transposed ? from.iterators.size() - 1 - d : d, highest);
    }

    /// The value of an iterator of `from` that is so far from its base.
    expr from_base(const program_definition &from, std::size_t d, const expr &distance) const {
        const auto based = based_.find(from.name);
        if (based == based_.end() || !based->second.has_base(from.iterators[d])) {
            return distance;
        }
        return distance +
               static_cast<std::int32_t>(based->second.bases.at(from.iterators[d].get_name()));
    }

    // --- guards ---

    /// An index that is outside of the buffer here and there, and when it is inside.
    struct guarded_index {
        expr index, is_inside;
    };

    guarded_index index_behind_guard(const program_definition &from, const iterator_space &space,
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

    /// Reads behind guards, of which one keeps an index inside.
    expr guarded_read(primitive_t type, const program_definition &from,
                      const iterator_space &space) {
        const expr inside = read(from, space);
        const auto d = static_cast<std::size_t>(
            random_.between(0, static_cast<int>(from.iterators.size()) - 1));
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

    /// An input read where memory says, if that is inside.
    expr gather(primitive_t type, const iterator_space &space) {
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
        return is_clamped ? found
                          : select(place >= 0 && place <= last, found, term(type, space, 2));
    }

    /// Reads `from` in its own iterators: at distance `offsets`.
    expr read_near(const program_definition &from, const std::vector<expr> &around,
                   const std::vector<int> &offsets) {
        std::vector<expr> index;
        for (std::size_t d = 0; d < around.size(); ++d) {
            index.push_back(offsets[d] == 0 ? around[d] : around[d] + offsets[d]);
        }
        return {o_access, from.name, index, from.type};
    }

    /// Terms of terms have no guards.
    expr term(primitive_t type, const iterator_space &space, int depth = 0) {
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
        if (has(feature::guards) && depth == 0 && !from.iterators.empty() &&
            !space.iterators.empty() && random_.chance(20)) {
            return guarded_read(type, from, space);
        }
        return cast_once(type, read(from, space));
    }

    /// A float that no integer type but the widest is sure to hold goes through that one. Wide
    /// integers become floats by way of a narrow one: sums of floats may be reassociated, which
    /// gives the interpreter's bits only if nothing is rounded.
    static expr cast_once(primitive_t type, const expr &value) {
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

    expr value(primitive_t type, const iterator_space &space, int depth) {
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

    expr random_predicate(const iterator_space &space) {
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

    /// What it reads on the right is there if what stands on the left says so.
    expr guarded_predicate(const iterator_space &space) {
        const program_definition &from = program_.definition("A");
        const guarded_index guarded = index_behind_guard(from, space, 0);
        std::vector<expr> index = read(from, space).get_operands();
        index[0] = guarded.index;
        const expr element(o_access, from.name, index, from.type);
        const expr zero = expr::literal(from.type, std::int64_t{0});
        return random_.chance(50) ? guarded.is_inside && element > zero
                                  : !guarded.is_inside || element < zero;
    }

    // --- computations ---

    std::string next_name() {
        static const std::vector<std::string> names = {"S", "T", "U", "V"};
        return names[static_cast<std::size_t>(names_++)];
    }

    /// A definition with a buffer of its own, in the program from now on.
    program_definition &add_definition(const iterator_space &space, primitive_t type,
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

    void transpose(program_definition &made) {
        if (made.iterators.size() < 2 || !made.storage.empty()) {
            return;
        }
        std::vector<linear> &extents = extents_[made.buffer];
        std::reverse(extents.begin(), extents.end());
        transposed_.insert(made.name);
        made.storage.assign(made.iterators.rbegin(), made.iterators.rend());
    }

    /// (i, j) lies in {i / w, j, i % w}: rows of w neighbours side by side.
    void block(program_definition &made) {
        if (made.iterators.empty() || !made.storage.empty()) {
            return;
        }
        const auto dim = static_cast<std::size_t>(
            random_.between(0, static_cast<int>(made.iterators.size()) - 1));
        const int width = random_.between(2, 4);
        made.storage.assign(made.iterators.begin(), made.iterators.end());
        made.storage[dim] = made.iterators[dim] / width;
        made.storage.push_back(made.iterators[dim] % width);
        extents_[made.buffer].push_back({width, {}});
        blocked_.insert(made.name);
    }

    void make_computation(int number) {
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

    void read_itself(program_definition &made, const iterator_space &space) {
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

    /// An element before or behind its own, if there is one.
    expr guarded_self(const program_definition &made, const iterator_space &space) {
        const auto d = static_cast<std::size_t>(
            random_.between(0, static_cast<int>(space.iterators.size()) - 1));
        const expr at = distance(space, space.iterators[d]);
        const linear highest = range_of(space, space.iterators[d]).highest;
        const int step = random_.chance(70) ? -1 : 1;
        std::vector<expr> index(space.iterators.begin(), space.iterators.end());
        index[d] = index[d] + step;
        const expr is_inside = step < 0 ? at >= 1 : at < highest.to_expr(parameter_names_);
        return select(is_inside, expr(o_access, made.name, index, made.type),
                      expr::literal(made.type, std::int64_t{1}));
    }

    static bool names(const expr &value, const std::string &iterator) {
        if (value.get_expr_type() == e_var) {
            return value.get_name() == iterator;
        }
        const std::vector<expr> &operands = value.get_operands();
        return std::any_of(operands.begin(), operands.end(),
                           [&](const expr &operand) { return names(operand, iterator); });
    }

    /// The iterators of an update are those that it names, in that order: outer ones come first.
    static expr naming_all(const iterator_space &space, const std::vector<expr> &index,
                           expr result) {
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

    /// A reduction of `self` that is no single operation on it.
    expr chain_of(const expr &self, const expr &first, const expr &second) {
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

    void add_update(const std::string &name, const iterator_space &outer, int number) {
        iterator_space space = outer;
        const int added = random_.between(outer.iterators.empty() ? 1 : 0, 1);
        for (int d = 0; d < added; ++d) {
            const int dims = static_cast<int>(space.iterators.size()) + 1;
            add_iterator(space, "r" + std::to_string(number) + std::to_string(d), dims, true);
        }
        const primitive_t type = program_.definition(name).type;
        program_update update;
        update.kind =
            random_.weighted<update_kind>({{update_kind::add, 45},
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

    /// P(t, i) from Q(t-1, ..) and Q(t, i) from P(t, ..): one loop over t is the meaning.
    void make_time_stepped_pair() {
        iterator_space space;
        const var t("t", 1, 1 + random_.between(1, 4));
        const int width = random_.between(2, 6);
        const var x =
            has_parameter() ? var("x", 1, parameter_names_.at("n") + 1) : var("x", 1, 1 + width);
        space.iterators = {t, x};
        space.ranges["t"] = {{1, {}}, {5, {}}};
        space.ranges["x"] = {{1, {}}, has_parameter() ? parameter() : linear{width, {}}};
        const primitive_t type = random_.chance(70) ? p_int32 : random_type();
        const bool is_folded = random_.chance(60);
        for (const std::string &name : {std::string("P"), std::string("Q")}) {
            program_definition &made = add_definition(space, type, name);
            made.is_declared_first = name == "Q";
            program_.buffer(made.buffer).role = a_output;
            need(made.buffer, 1, space.ranges["x"].highest.plus(2));
            if (is_folded) {
                made.storage =
                    random_.chance(50) ? std::vector<expr>{x} : std::vector<expr>{t % 2, x};
                std::vector<linear> &extents = extents_[made.buffer];
                extents.erase(extents.begin(),
                              extents.begin() + (made.storage.size() == 1 ? 1 : 0));
            }
        }
        const std::size_t first = program_.definitions.size() - 2;
        const auto combine = [&](const program_definition &from, int time) {
            const std::vector<expr> here = {t, x};
            const expr left = read_near(from, here, {time, random_.between(-1, 0)});
            const expr right = read_near(from, here, {time, random_.between(0, 1)});
            return (is_float(type) ? max(left, right) : left + right) + cast(type, x);
        };
        program_.definitions[first].value = combine(program_.definitions[first + 1], -1);
        program_.definitions[first + 1].value = combine(program_.definitions[first], 0);
        program_.order.push_back({"Q", "P", "t"});
    }

    /// S(i, j) is kept in a row or in one element until T(i, j) has read it, in loops that they
    /// share: each iteration of a parallel loop needs a copy of its own, and live ranges may change
    /// places. Now and then S is a sum, or a product.
    void make_contracted_pair() {
        iterator_space space;
        const int rows = random_.between(1, 5), columns = random_.between(1, 6);
        const var i("i", 0, rows), j("j", 0, columns);
        space.iterators = {i, j};
        space.ranges["i"] = {{0, {}}, {rows - 1, {}}};
        space.ranges["j"] = {{0, {}}, {columns - 1, {}}};
        const bool is_row = random_.chance(50);
        const primitive_t type = random_type();
        const expr start = value(type, space, 1);
        program_definition &made = add_definition(space, type, "S");
        made.value = start;
        made.storage = {is_row ? expr(j) : expr(0)};
        extents_[made.buffer] = {{is_row ? columns : 1, {}}};
        const std::string made_buffer = made.buffer;
        program_.buffer(made_buffer).role = a_temporary;
        const std::string shared = is_row && random_.chance(50) ? "i" : "j";
        if (random_.chance(40)) {
            add_update("S", space, 0);
            program_.order.push_back({"S", "S", shared, true});
        }
        if (has(feature::placed) && random_.chance(30)) {
            program_.buffer(made_buffer).placed_in = "T";
            program_.buffer(made_buffer).placed_at = is_row ? "i" : shared;
        }
        const primitive_t result = random_type();
        const expr there(o_access, "S", {i, j}, type);
        const expr combined = cast_once(result, there) + value(result, space, 0);
        add_definition(space, result, "T").value = combined;
        program_.buffer("T_mem").role = a_output;
        program_.order.push_back({"T", "S", shared});
        names_ = 2;
    }

    /// T(i, j) reads a few rows of S, which are all that is kept of it: row i lies in i % rows.
    void make_rolling_pair() {
        make_rows();
        program_.order.push_back({"T", "S", "i"});
    }

    /// The same where nothing, or not enough, says that the loops are shared.
    void make_modular_pair() {
        make_rows();
        program_.buffer("S_mem").role = a_temporary;
        const program_definition &made = program_.definition("S");
        program_.unfolded_sizes["S_mem"] = upper_bounds(made);
        if (random_.chance(50)) {
            const expr kept = made.storage[0].get_operand(1);
            program_.fold = {"S", made.iterators[0].get_name(),
                             static_cast<int>(kept.get_int_val())};
        }
        if (random_.chance(50)) {
            program_.order.push_back({"T", "S", random_.chance(50) ? "i" : ""});
        }
    }

    static std::vector<expr> upper_bounds(const program_definition &made) {
        std::vector<expr> bounds;
        for (const var &iterator : made.iterators) {
            bounds.push_back(iterator.get_upper());
        }
        return bounds;
    }

    void make_rows() {
        const int kept = random_.between(2, 3), first = kept - 1;
        const int last = first + random_.between(0, 4), columns = random_.between(1, 5);
        const auto space_from = [&](int lowest) {
            iterator_space space;
            space.iterators = {var("i", lowest, last + 1), var("j", 0, columns)};
            space.ranges["i"] = {{lowest, {}}, {last, {}}};
            space.ranges["j"] = {{0, {}}, {columns - 1, {}}};
            return space;
        };
        const iterator_space rows = space_from(0), results = space_from(first);
        const primitive_t type = random_type(), result = random_type();
        const expr start = value(type, rows, 1);
        program_definition &made = add_definition(rows, type, "S");
        made.value = start;
        made.storage = {rows.iterators[0] % kept, rows.iterators[1]};
        extents_[made.buffer] = {{kept, {}}, {columns, {}}};
        const auto row_before = [&](int distance) {
            const expr row =
                distance == 0 ? expr(results.iterators[0]) : results.iterators[0] - distance;
            return cast_once(result, expr(o_access, "S", {row, results.iterators[1]}, type));
        };
        const expr oldest = row_before(random_.between(1, first)), newest = row_before(0);
        const expr combined = is_float(result) ? max(oldest, newest) : oldest + newest;
        add_definition(results, result, "T").value = combined;
        program_.buffer("T_mem").role = a_output;
        names_ = 2;
    }

    /// One computation over t and x that is stored in few elements.
    void make_folded() {
        iterator_space space;
        const var t("t", 1, 1 + random_.between(1, 5)), x("x", 1, 1 + random_.between(1, 6));
        space.iterators = {t, x};
        space.ranges["t"] = {{1, {}}, {6, {}}};
        space.ranges["x"] = {{1, {}}, {7, {}}};
        const primitive_t type = random_type();
        const std::string name = next_name();
        const expr start = value(type, space, 1);
        program_definition &made = add_definition(space, type, name);
        program_.buffer(made.buffer).role = a_output;
        need(made.buffer, 1, {9, {}});
        const int modulus = random_.between(1, 3);
        if (modulus == 1) {
            made.storage = {x};
            extents_[made.buffer].erase(extents_[made.buffer].begin());
        } else {
            made.storage = {t % modulus, x};
        }
        const std::vector<expr> here = {t, x};
        const expr left = read_near(made, here, {-1, random_.between(-1, 1)});
        const expr right = read_near(made, here, {random_.between(-1, 0), -1});
        made.value = (is_float(type) ? max(left, right) : left + right) + start;
        if (random_.chance(50)) {
            make_reader(made.name, x);
        }
    }

    /// Reads the last row of a folded computation.
    void make_reader(const std::string &folded, const var &x) {
        iterator_space space;
        space.iterators = {var("y", x.get_lower(), x.get_upper())};
        space.ranges["y"] = {{1, {}}, {7, {}}};
        const program_definition from = program_.definition(folded);
        const expr last = from.iterators[0].get_upper() - 1;
        const primitive_t type = random_type();
        const expr last_row(o_access, folded, {last, space.iterators[0]}, from.type);
        program_definition &made = add_definition(space, type, next_name());
        made.value = cast_once(type, last_row);
    }

    // --- storage ---

    /// Now and then a computation takes over the buffer of one before it, of the same shape.
    void share_buffers() {
        for (std::size_t later = 1; later < program_.definitions.size(); ++later) {
            program_definition &made = program_.definitions[later];
            program_definition &before = program_.definitions[later - 1];
            if (before.is_input || made.is_declared_first || !made.storage.empty() ||
                !before.storage.empty() || made.type != before.type ||
                made.iterators.size() != before.iterators.size() || !random_.chance(25)) {
                continue;
            }
            std::vector<linear> &extents = extents_.at(before.buffer);
            for (std::size_t d = 0; d < extents.size(); ++d) {
                extents[d] = extents[d].at_least(extents_.at(made.buffer)[d]);
            }
            const std::string unused = made.buffer;
            made.buffer = before.buffer;
            program_.buffers.erase(
                std::remove_if(program_.buffers.begin(), program_.buffers.end(),
                               [&](const program_memory &at) { return at.name == unused; }),
                program_.buffers.end());
        }
    }

    void finish_sizes() {
        bool has_output = false;
        for (program_memory &at : program_.buffers) {
            at.sizes.clear();
            for (const linear &extent : extents_.at(at.name)) {
                at.sizes.push_back(extent.to_expr(parameter_names_));
            }
            has_output = has_output || at.role == a_output;
        }
        if (!has_output) {
            program_.buffers.back().role = a_output;
        }
        for (program_memory &at : program_.buffers) {
            if (at.role == a_temporary && random_.chance(50)) {
                at.alignment = 1 << random_.between(0, 8);
                at.padding = random_.between(0, 5);
            }
        }
    }
};

} // namespace

random_program random_program::unfolded() const {
    random_program made = *this;
    for (program_definition &one : made.definitions) {
        if (unfolded_sizes.count(one.buffer) > 0) {
            one.storage.clear();
        }
    }
    for (const auto &[name, sizes] : unfolded_sizes) {
        made.buffer(name).sizes = sizes;
    }
    made.unfolded_sizes.clear();
    made.fold.reset();
    return made;
}

const program_definition &random_program::definition(const std::string &name) const {
    return *std::find_if(definitions.begin(), definitions.end(),
                         [&](const program_definition &at) { return at.name == name; });
}

program_memory &random_program::buffer(const std::string &name) {
    return *std::find_if(buffers.begin(), buffers.end(),
                         [&](const program_memory &at) { return at.name == name; });
}

random_program make_random_program(random_source &random, const feature_set &features) {
    for (;;) {
        generator one(random, features);
        random_program made = one.make();
        if (one.has_small_buffers()) {
            return made;
        }
    }
}

} // namespace tiramisu::oracle
