#include <limits>
#include <optional>
#include <sstream>

#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/pooled.h"
#include "tiramisu/function.h"

namespace tiramisu::graph {

namespace {

/// For a mean, one over the number of elements of each window, in rows along each dimension.
tensor shares_of(const window &one, bool counts_padding) {
    std::vector<float> shares;
    for (std::int64_t at = 0; at < one.out; at++) {
        shares.push_back(1 / static_cast<float>(divisor(one, at, counts_padding)));
    }
    return {shape{one.out}, std::move(shares)};
}

/// Any padding and dilation: window by window. A mean takes the shares of its windows along all
/// dimensions, one after the other, as "shares".
nn::program windows_program(const pooled &what, const std::string &name, int lanes) {
    const function_scope scope(name);
    const shape from = what.sizes(&window::in), to = what.sizes(&window::out);
    const std::vector<var> in = iterators(from, "in"), at = iterators(to);
    input src("src", in, p_float32);
    buffer src_memory("src", buffer_sizes(from), p_float32, a_input);
    buffer dst_memory("dst", buffer_sizes(to), p_float32, a_output);
    src.store_in(&src_memory);
    std::vector<expr> place = {at[0], at[1]};
    expr inside, share;
    std::optional<input> shares;
    std::optional<buffer> shares_memory;
    if (!what.is_maximum) {
        std::int64_t count = 0;
        for (const window &one : what.windows) {
            count += one.out;
        }
        shares.emplace("shares", iterators({count}, "s"), p_float32);
        shares_memory.emplace("shares", buffer_sizes({count}), p_float32, a_input);
        shares->store_in(&*shares_memory);
    }
    std::int64_t first_share = 0;
    for (std::size_t d = 0; d < what.windows.size(); d++) {
        const window &one = what.windows[d];
        const var k("k" + std::to_string(d), 0, static_cast<std::int32_t>(one.size));
        const expr position =
            at[d + 2] * literal(one.stride) - literal(one.before) + k * literal(one.dilation);
        const expr is_in = position >= 0 && position < literal(one.in);
        inside = inside.is_defined() ? inside && is_in : is_in;
        place.push_back(clamp(position, 0, literal(one.in - 1)));
        if (shares) {
            const expr one_share = (*shares)(at[d + 2] + literal(first_share));
            share = share.is_defined() ? share * one_share : one_share;
        }
        first_share += one.out;
    }
    const expr nothing(what.is_maximum ? -std::numeric_limits<float>::max() : 0.0f);
    const expr value = select(inside, src.at(place), nothing);
    computation pooled("pooled", at, nothing);
    if (what.is_maximum) {
        pooled.at(as_exprs(at)).max_with(value);
        pooled.store_in(&dst_memory);
        return {scope.get(), {src_memory, dst_memory}};
    }
    pooled.at(as_exprs(at)) += value;
    computation means("means", at, pooled.at(as_exprs(at)) * share);
    means.store_in(&dst_memory);
    run_in_order(means, at, to, lanes);
    return {scope.get(), {src_memory, *shares_memory, dst_memory}};
}

tensor all_shares_of(const pooled &what) {
    std::vector<float> all;
    for (const window &one : what.windows) {
        const tensor shares = shares_of(one, what.counts_padding);
        all.insert(all.end(), shares.data<float>(), shares.data<float>() + shares.count());
    }
    const shape whole = {static_cast<std::int64_t>(all.size())};
    return {whole, std::move(all)};
}

std::string windows_text(const pooled &what) {
    std::ostringstream text;
    text << "windows "
         << (what.is_maximum       ? "max"
             : what.counts_padding ? "mean_padded"
                                   : "mean")
         << " of " << what.images << 'x' << what.channels;
    for (const window &one : what.windows) {
        text << ' ' << one.in << "->" << one.out << ':' << one.size << '/' << one.stride << '/'
             << one.dilation << '/' << one.before << '/' << one.after;
    }
    return text.str();
}

} // namespace

shape pooled::sizes(std::int64_t window::*size) const {
    shape made = {images, channels};
    for (const window &one : windows) {
        made.push_back(one.*size);
    }
    return made;
}

std::int64_t divisor(const window &one, std::int64_t at, bool counts_padding) {
    std::int64_t count = 0;
    for (std::int64_t k = 0; k < one.size; k++) {
        const std::int64_t place = one.position(at, k);
        count += counts_padding ? (place < one.in + one.after ? 1 : 0)
                                : (place >= 0 && place < one.in ? 1 : 0);
    }
    return count;
}

step windows_step(const pooled &what, int lanes) {
    step made;
    made.text = windows_text(what);
    if (!what.is_maximum) {
        made.weights = "shares";
        made.weight_values = all_shares_of(what);
    }
    made.write = [what, lanes](const std::string &name) {
        return windows_program(what, name, lanes);
    };
    return made;
}

} // namespace tiramisu::graph
