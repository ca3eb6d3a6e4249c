#include "graph/operators/axis_rows.h"
#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// ArgMax, ArgMin.

namespace tiramisu::graph {

namespace {

struct chosen {
    axis_rows of;
    bool is_largest, takes_last;
    shape result;
};

chosen chosen_of(const node_call &call, bool is_largest) {
    require_numbers_along(call);
    shape extents = call.extents(0);
    const std::size_t axis = node_call::axis_of(call.integer("axis", 0), extents.size());
    chosen made{
        rows_along(extents, axis), is_largest, call.integer("select_last_index", 0) != 0, {}};
    if (extents[axis] == 0) {
        throw refusal("input is " + to_text(extents) + ", which has nothing to choose from");
    }
    extents[axis] = 1;
    if (call.integer("keepdims", 1) == 0) {
        extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(axis));
    }
    made.result = extents;
    return made;
}

std::vector<tensor> chosen_reference(const chosen &what, const tensor_list &inputs) {
    const std::vector<double> numbers = reals_of(*inputs[0]);
    std::vector<std::int64_t> places;
    for (index_walk at({what.of.before, what.of.after}); !at.is_done(); at.next()) {
        const auto number = [&](std::int64_t k) {
            return numbers[static_cast<std::size_t>(
                what.of.position(at.index()[0], k, at.index()[1]))];
        };
        std::int64_t best = 0;
        for (std::int64_t k = 1; k < what.of.along; k++) {
            const bool is_better =
                what.is_largest ? number(k) > number(best) : number(k) < number(best);
            if (is_better || (what.takes_last && number(k) == number(best))) {
                best = k;
            }
        }
        places.push_back(best);
    }
    return {tensor(what.result, std::move(places))};
}

/// The best value of each row, then the first place where it is, or the last one.
nn::program chosen_program(const chosen &what, primitive_t type, const std::string &name,
                           int lanes) {
    const function_scope scope(name);
    const shape from = what.of.extents(), to = {what.of.before, what.of.after};
    const std::vector<var> in = iterators(from, "in"), at = iterators(to);
    const var k("k", 0, static_cast<std::int32_t>(what.of.along)),
        m("m", 0, static_cast<std::int32_t>(what.of.along));
    input src("src", in, type);
    buffer src_memory("src", buffer_sizes(from), type, a_input);
    buffer dst_memory("dst", buffer_sizes(to), p_int64, a_output);
    src.store_in(&src_memory);
    computation best("best", at, src(at[0], 0, at[1]));
    const expr none(what.takes_last ? 0 : static_cast<std::int32_t>(what.of.along) - 1);
    computation place("place", at, none);
    if (what.is_largest) {
        best(at[0], at[1]).max_with(src(at[0], k, at[1]));
    } else {
        best(at[0], at[1]).min_with(src(at[0], k, at[1]));
    }
    const expr here = select(src(at[0], m, at[1]) == best(at[0], at[1]), expr(m), none);
    if (what.takes_last) {
        place(at[0], at[1]).max_with(here);
    } else {
        place(at[0], at[1]).min_with(here);
    }
    computation dst("dst_values", at, cast(p_int64, place(at[0], at[1])));
    dst.store_in(&dst_memory);
    run_in_order(dst, at, to, lanes);
    return {scope.get(), {src_memory, dst_memory}};
}

void add_choice(operator_table &all, const std::string &name, bool is_largest) {
    operator_row row;
    row.name = name;
    row.attributes = {"axis", "keepdims", "select_last_index"};
    row.first_opset = 1;
    row.types = [=](const node_call &call) -> std::vector<tensor_type> {
        return {{p_int64, chosen_of(call, is_largest).result}};
    };
    row.reference = [=](const node_call &call, const tensor_list &inputs) {
        return chosen_reference(chosen_of(call, is_largest), inputs);
    };
    row.steps = [=](const lowering &of) -> std::vector<step> {
        const chosen what = chosen_of(of.call, is_largest);
        const primitive_t type = of.call.type(0).elements;
        return {rows_step(of, what.of.text(name + (what.takes_last ? " last" : ""), type), {"dst"},
                          [=, lanes = of.lanes](const std::string &called) {
                              return chosen_program(what, type, called, lanes);
                          })};
    };
    all.add(std::move(row));
}

} // namespace

void add_arg_max(operator_table &all) {
    add_choice(all, "ArgMax", true);
    add_choice(all, "ArgMin", false);
}

} // namespace tiramisu::graph
