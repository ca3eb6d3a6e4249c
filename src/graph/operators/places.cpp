#include "graph/operators/places.h"

#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "tiramisu/function.h"

namespace tiramisu::graph {

void require_places(const node_call &call) {
    if (!is_integer(call.type(1).elements)) {
        throw refusal("indices are " + to_text(call.type(1)) + ", must be integers");
    }
}

std::int64_t inside(std::int64_t place, std::int64_t size) {
    const std::int64_t at = place < 0 ? place + size : place;
    if (at < 0 || at >= size) {
        throw refusal("indices have a " + std::to_string(place) + ", the size is " +
                      std::to_string(size));
    }
    return at;
}

expr inside(const expr &place, std::int64_t size) {
    const expr at = cast(p_int32, place);
    return clamp(select(at < 0, at + literal(size), at), 0, literal(size - 1));
}

void require_inside(const input &places, const std::vector<var> &at, std::int64_t size) {
    global::get_implicit_function()->require_in_every_call(
        at, places.at(as_exprs(at)), -literal(size), literal(size - 1),
        "indices lie inside of the size, from either end");
}

} // namespace tiramisu::graph
