#include "codegen/loops/written_values.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

constexpr long most_copies = 32;

std::optional<int> constant(const Expr &value) {
    const auto number = value.defined() ? hir::as_const_int(hir::simplify(value)) : std::nullopt;
    const bool is_int = number && *number == static_cast<int>(*number);
    return is_int ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

bool is_few(long count) {
    return count > 0 && count <= most_copies;
}

} // namespace

std::optional<written_values> values_written_out(const poly::loop_info &loop,
                                                 const loop_range &range, const Expr &extent,
                                                 const name_values &values) {
    const Expr first = Halide::cast<std::int32_t>(range.first),
               last = Halide::cast<std::int32_t>(range.last);
    auto from = constant(hir::bounds_of_expr_in_scope(range.first, values).min),
         to = constant(hir::bounds_of_expr_in_scope(range.last, values).max);
    if (loop.values) {
        from = from ? from : static_cast<int>(loop.values->first);
        to = to ? to : static_cast<int>(loop.values->second);
    }
    if (from && to && range.step == 1 && is_few(static_cast<long>(*to) - *from + 1)) {
        const int begin = *from;
        const auto value = [=](const Expr &number) { return number + begin; };
        return {{*to - begin + 1, value, [=](const Expr &number) {
                     return first <= value(number) && value(number) <= last;
                 }}};
    }
    const auto most = constant(hir::bounds_of_expr_in_scope(extent, values).max);
    const auto step = static_cast<int>(range.step);
    return most && is_few(*most)
               ? std::optional(written_values{
                     *most, [=](const Expr &number) { return first + number * step; },
                     [=](const Expr &number) { return number < extent; }})
               : std::nullopt;
}

} // namespace tiramisu::lower
