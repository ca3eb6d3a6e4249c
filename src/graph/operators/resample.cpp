#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/resample_axis.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// Sums of neighbours along one axis: what Resize is made of. Input 2 is a table [2 * taps, out] of
// places, then of weights.

namespace tiramisu::graph {

namespace {

struct resampling {
    std::int64_t before, in, out, after, taps;
    tensor table; ///< [2 * taps, out]: places, then weights
    shape result;
};

resampling resampling_of(const node_call &call) {
    const shape &from = call.extents(0);
    const tensor *table = call.value(1);
    const std::size_t axis = node_call::axis_of(call.integer("axis", 0), from.size());
    if (call.type(0).elements != p_float32 || table == nullptr || table->extents().size() != 2) {
        throw refusal("input is " + to_text(call.type(0)) + ", must be float32");
    }
    const auto middle = from.begin() + static_cast<std::ptrdiff_t>(axis);
    resampling made{count_of({from.begin(), middle}),
                    from[axis],
                    table->extents()[1],
                    count_of({middle + 1, from.end()}),
                    table->extents()[0] / 2,
                    *table,
                    from};
    made.result[axis] = made.out;
    return made;
}

std::vector<tensor> resampled(const node_call &call, const tensor_list &inputs) {
    const resampling what = resampling_of(call);
    const float *const src = inputs[0]->data<float>(), *const table = what.table.data<float>();
    std::vector<float> values;
    for (index_walk at({what.before, what.out, what.after}); !at.is_done(); at.next()) {
        const std::int64_t i = at.index()[1];
        double sum = 0;
        for (std::int64_t t = 0; t < what.taps; t++) {
            const auto place = static_cast<std::int64_t>(table[t * what.out + i]);
            const float weight = table[(what.taps + t) * what.out + i];
            sum += static_cast<double>(weight) *
                   static_cast<double>(
                       src[(at.index()[0] * what.in + place) * what.after + at.index()[2]]);
        }
        values.push_back(static_cast<float>(sum));
    }
    return {tensor(what.result, std::move(values))};
}

nn::program resample_program(const resampling &what, const std::string &name, int lanes) {
    const function_scope scope(name);
    const shape from = {what.before, what.in, what.after}, to = {what.before, what.out, what.after};
    const shape numbers = {2 * what.taps, what.out};
    const std::vector<var> in = iterators(from, "in"), of = iterators(numbers, "n"),
                           at = iterators(to);
    input src("src", in, p_float32), table("table", of, p_float32);
    buffer src_memory("src", buffer_sizes(from), p_float32, a_input);
    buffer table_memory("table", buffer_sizes(numbers), p_float32, a_input);
    buffer dst_memory("dst", buffer_sizes(to), p_float32, a_output);
    src.store_in(&src_memory);
    table.store_in(&table_memory);
    expr sum;
    for (std::int64_t t = 0; t < what.taps; t++) {
        const expr place = clamp(cast(p_int32, table(literal(t), at[1])), 0, literal(what.in - 1));
        const expr part = src(at[0], place, at[2]) * table(literal(what.taps + t), at[1]);
        sum = sum.is_defined() ? sum + part : part;
    }
    computation dst("dst_values", at, sum);
    dst.store_in(&dst_memory);
    run_in_order(dst, at, to, lanes);
    return {scope.get(), {src_memory, table_memory, dst_memory}};
}

} // namespace

void add_resample(operator_table &all) {
    operator_row row;
    row.name = resample_operator;
    row.attributes = {"axis"};
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{p_float32, resampling_of(call).result}};
    };
    row.reference = resampled;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const resampling what = resampling_of(of.call);
        step made;
        made.text = "resample " + to_text(shape{what.before, what.in, what.after}) + " to " +
                    std::to_string(what.out) + " from " + std::to_string(what.taps);
        made.arguments = {
            {"src", {of.input(0)}}, {"table", {of.input(1)}}, {"dst", {of.output()}, true}};
        made.write = [what, lanes = of.lanes](const std::string &name) {
            return resample_program(what, name, lanes);
        };
        return {made};
    };
    all.add(std::move(row));
}

} // namespace tiramisu::graph
