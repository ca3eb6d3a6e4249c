// Random programs of a certain shape, of which the order is a part of the meaning.

#include "support/program_generator.h"

#include <algorithm>

namespace tiramisu::oracle {

namespace {

std::vector<expr> upper_bounds(const program_definition &made) {
    std::vector<expr> bounds;
    for (const var &iterator : made.iterators) {
        bounds.push_back(iterator.get_upper());
    }
    return bounds;
}

} // namespace

void program_generator::make_time_stepped_pair() {
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
            made.storage = random_.chance(50) ? std::vector<expr>{x} : std::vector<expr>{t % 2, x};
            std::vector<linear> &extents = extents_[made.buffer];
            extents.erase(extents.begin(), extents.begin() + (made.storage.size() == 1 ? 1 : 0));
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

void program_generator::make_contracted_pair() {
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

void program_generator::make_rolling_pair() {
    make_rows();
    program_.order.push_back({"T", "S", "i"});
}

void program_generator::make_modular_pair() {
    make_rows();
    program_.buffer("S_mem").role = a_temporary;
    const program_definition &made = program_.definition("S");
    program_.unfolded_sizes["S_mem"] = upper_bounds(made);
    if (random_.chance(50)) {
        const expr kept = made.storage[0].get_operand(1);
        program_.fold = {"S", made.iterators[0].get_name(), static_cast<int>(kept.get_int_val())};
    }
    if (random_.chance(50)) {
        program_.order.push_back({"T", "S", random_.chance(50) ? "i" : ""});
    }
}

void program_generator::make_rows() {
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

void program_generator::make_folded() {
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

void program_generator::make_reader(const std::string &folded, const var &x) {
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

} // namespace tiramisu::oracle
