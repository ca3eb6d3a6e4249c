#include "graph/operators/scatter_rows.h"

#include <algorithm>

#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

namespace tiramisu::graph {

namespace {

constexpr const char *scatter_operator = "tiramisu.ScatterRows";

struct scattering {
    shape data, updates; ///< [R, L], [C, L]
    std::string reduction;
    primitive_t type;
};

scattering scattering_of(const node_call &call) {
    scattering made = {call.extents(0), call.extents(2), call.text("reduction", "none"),
                       call.type(0).elements};
    const bool adds_up = made.reduction != "none";
    if (adds_up && made.type == p_boolean) {
        throw refusal("attribute reduction is \"" + made.reduction +
                      "\", of booleans there is none");
    }
    return made;
}

long double max(long double a, long double b) {
    return std::max(a, b);
}

long double min(long double a, long double b) {
    return std::min(a, b);
}

/// The new element of the one that is there and an update.
template <typename Number>
Number reduced(const std::string &reduction, const Number &there, const Number &update) {
    if (reduction == "add") {
        return there + update;
    }
    if (reduction == "mul") {
        return there * update;
    }
    if (reduction == "max") {
        return max(there, update);
    }
    if (reduction == "min") {
        return min(there, update);
    }
    return update;
}

std::vector<tensor> scattered(const node_call &call, const tensor_list &inputs) {
    const scattering what = scattering_of(call);
    exact_numbers numbers = exact_numbers_of(*inputs[0]);
    const exact_numbers updates = exact_numbers_of(*inputs[2]);
    const std::vector<std::int64_t> targets = inputs[1]->integers();
    for (index_walk at(what.updates); !at.is_done(); at.next()) {
        const std::int64_t row = targets[static_cast<std::size_t>(at.index()[0])];
        if (row >= 0 && row < what.data[0]) {
            long double &there =
                numbers[static_cast<std::size_t>(row * what.data[1] + at.index()[1])];
            there = reduced(
                what.reduction, there,
                updates[static_cast<std::size_t>(at.index()[0] * what.data[1] + at.index()[1])]);
        }
    }
    return {tensor_of({what.type, what.data}, numbers)};
}

/// Every update looks at every row, of which its target names one: the loop over rows is gone where
/// code is generated.
nn::program scatter_program(const scattering &what, const std::string &name, int lanes) {
    const function_scope scope(name);
    const std::vector<var> in = iterators(what.data, "in"), at = iterators(what.data),
                           of = iterators(what.updates, "u");
    const var row("row", 0, static_cast<std::int32_t>(what.data[0]));
    input src("src", in, what.type), targets("targets", {of[0]}, p_int64),
        updates("updates", of, what.type);
    buffer src_memory("src", buffer_sizes(what.data), what.type, a_input);
    buffer targets_memory("targets", buffer_sizes({what.updates[0]}), p_int64, a_input);
    buffer updates_memory("updates", buffer_sizes(what.updates), what.type, a_input);
    buffer dst_memory("dst", buffer_sizes(what.data), what.type, a_output);
    src.store_in(&src_memory);
    targets.store_in(&targets_memory);
    updates.store_in(&updates_memory);
    computation dst("dst_values", at, src(at[0], at[1]));
    computation put("put", {of[0], row, of[1]},
                    reduced<expr>(what.reduction, dst(row, of[1]), updates(of[0], of[1])));
    put.add_predicate(targets(of[0]) == cast(p_int64, row));
    dst.store_in(&dst_memory);
    put.store_in(&dst_memory, {row, of[1]});
    run_in_order(dst, at, what.data, lanes);
    put.after(dst, computation::root);
    if (what.updates[1] >= lanes) {
        put.vectorize(of[1], lanes);
    }
    return {scope.get(), {src_memory, targets_memory, updates_memory, dst_memory}};
}

} // namespace

std::string scattered_rows(expansion &to, const std::string &data, const std::string &targets,
                           const std::string &updates, const std::string &reduction) {
    return to.add(scatter_operator, {data, targets, updates}, {{"reduction", reduction}});
}

void add_scatter_rows(operator_table &all) {
    operator_row row;
    row.name = scatter_operator;
    row.attributes = {"reduction"};
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        const scattering what = scattering_of(call);
        return {{what.type, what.data}};
    };
    row.reference = scattered;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const scattering what = scattering_of(of.call);
        step made;
        made.text = "scatter " + what.reduction + " of " + to_text(of.call.type(2)) + " into " +
                    to_text(of.call.type(0));
        made.arguments = {{"src", {of.input(0)}},
                          {"targets", {of.input(1)}},
                          {"updates", {of.input(2)}},
                          {"dst", {of.output()}, true}};
        made.write = [what, lanes = of.lanes](const std::string &name) {
            return scatter_program(what, name, lanes);
        };
        return {made};
    };
    all.add(std::move(row));
}

} // namespace tiramisu::graph
