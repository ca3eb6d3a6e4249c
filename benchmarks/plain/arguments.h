#pragma once

#include "aligned_floats.h"
#include "plain/plain.h"

namespace tiramisu::bench {

/// An argument, which runs begin with as it was made.
class argument {
public:
    argument(const plain_array &what, primitive_t type, unsigned seed);

    void reset();
    void *data() { return now_.data(); }
    jit_argument passed() { return {data(), type_, sizes_}; }

    /// Largest difference of the other's elements, over the largest magnitude.
    double difference(const argument &other) const;

private:
    using bytes = std::vector<char, cache_line_allocator<char>>;

    primitive_t type_;
    std::vector<std::int64_t> sizes_;
    bytes start_, now_;
};

/// The arguments of one contender.
struct argument_list {
    std::vector<argument> all;

    argument_list(const plain_problem &problem, primitive_t type);
    void reset();
    std::vector<jit_argument> passed();
    std::vector<void *> data();
};

} // namespace tiramisu::bench
