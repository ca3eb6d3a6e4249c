#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "support/guarded_memory.h"
#include "tiramisu/jit.h"
#include "tiramisu/options.h"

namespace tiramisu::testing {

/// Of functions that are called with guarded arguments: these are rows of all their elements.
inline options of_rows() {
    options opts;
    opts.checks = argument_checks::memory;
    return opts;
}

/// Arguments of a call, each array between pages of its own that may not be touched.
class guarded_arguments {
public:
    guarded_memory<std::int32_t> &add(const std::vector<std::int32_t> &elements) {
        return add(elements, integers_);
    }
    guarded_memory<float> &add(const std::vector<float> &elements) {
        return add(elements, floats_);
    }

    std::vector<jit_argument> list;

private:
    std::deque<guarded_memory<std::int32_t>> integers_;
    std::deque<guarded_memory<float>> floats_;

    template <typename T>
    guarded_memory<T> &add(const std::vector<T> &elements, std::deque<guarded_memory<T>> &held) {
        guarded_memory<T> &memory = held.emplace_back(elements);
        list.emplace_back(memory.data(),
                          std::vector<std::int64_t>{static_cast<std::int64_t>(elements.size())});
        return memory;
    }
};

} // namespace tiramisu::testing
