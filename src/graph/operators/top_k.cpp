#include <algorithm>
#include <numeric>

#include "graph/operators/axis_rows.h"
#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// TopK.

namespace tiramisu::graph {

namespace {

struct top {
    axis_rows of;
    std::int64_t count;
    bool is_largest;
    shape result;
};

top top_of(const node_call &call) {
    require_numbers_along(call);
    const shape &extents = call.extents(0);
    const std::size_t axis = node_call::axis_of(call.integer("axis", -1), extents.size());
    top made{rows_along(extents, axis), call.has("k") ? call.integer("k", 0) : 0,
             call.integer("largest", 1) != 0, extents};
    if (call.has_input(1)) {
        const auto given = call.integers(1, "the number of elements");
        made.count = given.size() == 1 ? given[0] : -1;
    }
    if (made.count < 0 || made.count > extents[axis]) {
        throw refusal("takes " + std::to_string(made.count) + " elements of " +
                      std::to_string(extents[axis]));
    }
    made.result[axis] = made.count;
    return made;
}

std::vector<tensor> top_reference(const node_call &call, const tensor_list &inputs) {
    const top what = top_of(call);
    const exact_numbers numbers = exact_numbers_of(*inputs[0]);
    const axis_rows to = {what.of.before, what.count, what.of.after};
    const auto count = static_cast<std::size_t>(count_of(what.result));
    exact_numbers values(count);
    std::vector<std::int64_t> places(count);
    for (index_walk at({what.of.before, what.of.after}); !at.is_done(); at.next()) {
        const std::int64_t i = at.index()[0], j = at.index()[1];
        const auto number = [&](std::int64_t k) {
            return numbers[static_cast<std::size_t>(what.of.position(i, k, j))];
        };
        std::vector<std::int64_t> order(static_cast<std::size_t>(what.of.along));
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t one, std::int64_t other) {
            return what.is_largest ? number(one) > number(other) : number(one) < number(other);
        });
        for (std::int64_t k = 0; k < what.count; k++) {
            const auto place = static_cast<std::size_t>(to.position(i, k, j));
            places[place] = order[static_cast<std::size_t>(k)];
            values[place] = number(places[place]);
        }
    }
    return {tensor_of({inputs[0]->elements(), what.result}, values),
            tensor(what.result, std::move(places))};
}

/// The largest element that comes after the one found before, one after the other.
class top_program {
public:
    top_program(const top &what, primitive_t type, int lanes)
        : what_(what), length_(static_cast<std::int32_t>(what.of.along)),
          before_("before", 0, static_cast<std::int32_t>(what.of.before)),
          after_("after", 0, static_cast<std::int32_t>(what.of.after)),
          number_("number", 0, static_cast<std::int32_t>(what.count)), k_("k", 0, length_),
          src_("src", {before_, k_, after_}, type),
          src_memory_("src", buffer_sizes(what.of.extents()), type, a_input),
          values_memory_("values", buffer_sizes(result()), type, a_output),
          places_memory_("places", buffer_sizes(result()), p_int64, a_output),
          last_value_("last_value", rows(), type), last_place_("last_place", rows(), p_int32),
          best_("best", rows(), worst(type)), found_("found", rows(), expr(2 * length_)),
          // Where what is left is no number, nothing is found, and the place lies inside all the
          // same.
          place_("place", rows(),
                 min(select(of(found_) >= length_, of(found_) - length_, of(found_)), length_ - 1)),
          value_("values_values", rows(), type),
          places_("places_values", rows(), cast(p_int64, of(place_))) {
        src_.store_in(&src_memory_);
        const expr element = src_(before_, k_, after_);
        const expr best = select(is_left(), element, worst(type));
        if (what.is_largest) {
            best_(before_, after_, number_).max_with(best);
        } else {
            best_(before_, after_, number_).min_with(best);
        }
        // Elements beyond all numbers, which are infinite, are none's best, and come last.
        const expr place = select(element == of(best_), expr(k_), k_ + length_);
        found_(before_, after_, number_).min_with(select(is_left(), place, 2 * length_));
        value_.set_expression(src_(before_, of(place_), after_));
        last_value_.set_expression(from_before(value_, worst(type)));
        last_place_.set_expression(from_before(place_, -1));
        value_.store_in(&values_memory_, {before_, number_, after_});
        places_.store_in(&places_memory_, {before_, number_, after_});
        order();
        for (computation step : {best_.update(0), found_.update(0)}) {
            step.vectorize(k_, lanes, tail::masked);
        }
    }

    std::vector<buffer> arguments() const { return {src_memory_, values_memory_, places_memory_}; }

private:
    shape result() const { return {what_.of.before, what_.count, what_.of.after}; }
    std::vector<var> rows() const { return {before_, after_, number_}; }
    expr of(const computation &values) const { return values(before_, after_, number_); }
    expr worst(primitive_t type) const { return extreme(type, !what_.is_largest); }
    /// What the number before has found, if there is one.
    expr from_before(const computation &values, const expr &none) const {
        return select(number_ > 0, values(before_, after_, number_ - 1), none);
    }
    /// Whether the element comes after the one that was found before.
    expr is_left() const {
        const expr element = src_(before_, k_, after_), last = of(last_value_);
        const expr is_worse = what_.is_largest ? element < last : element > last;
        return of(last_place_) < 0 || is_worse || (element == last && expr(k_) > of(last_place_));
    }
    void order() {
        const std::vector<computation> all = {last_value_,     last_place_,   best_.init(),
                                              best_.update(0), found_.init(), found_.update(0),
                                              place_,          value_,        places_};
        for (std::size_t i = 1; i < all.size(); i++) {
            computation one = all[i - 1], next = all[i];
            one.then(next, number_);
        }
    }

    const top &what_;
    std::int32_t length_;
    var before_, after_, number_, k_;
    input src_;
    buffer src_memory_, values_memory_, places_memory_;
    computation last_value_, last_place_, best_, found_, place_, value_, places_;
};

nn::program write_top(const top &what, primitive_t type, const std::string &name, int lanes) {
    const function_scope scope(name);
    return {scope.get(), top_program(what, type, lanes).arguments()};
}

} // namespace

void add_top_k(operator_table &all) {
    operator_row row;
    row.name = "TopK";
    row.attributes = {"axis", "k", "largest", "sorted"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        const top what = top_of(call);
        return {{call.type(0).elements, what.result}, {p_int64, what.result}};
    };
    row.reference = top_reference;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const top what = top_of(of.call);
        const primitive_t type = of.call.type(0).elements;
        return {rows_step(of,
                          what.of.text("first " + std::to_string(what.count) +
                                           (what.is_largest ? " largest" : " smallest"),
                                       type),
                          {"values", "places"}, [=, lanes = of.lanes](const std::string &called) {
                              return write_top(what, type, called, lanes);
                          })};
    };
    all.add(std::move(row));
}

} // namespace tiramisu::graph
