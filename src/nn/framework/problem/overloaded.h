#pragma once

namespace tiramisu::nn {

/// A visitor of a variant made of one lambda for each alternative.
template <typename... Cases>
struct overloaded : Cases... {
    using Cases::operator()...;
};
template <typename... Cases>
overloaded(Cases...) -> overloaded<Cases...>;

} // namespace tiramisu::nn
