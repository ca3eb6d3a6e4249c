#pragma once

// What programs that call generated code use beside it: buffers filled, compared, printed, and
// times. The only header of Tiramisu that includes Halide's.

#include "tiramisu/language.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#if __has_include(<Halide.h>)
#include <Halide.h>
#else
#include <HalideBuffer.h>
#endif

#include "tiramisu/debug.h"

namespace tiramisu::utils_detail {

/// Calls visit(index) for every element, the first dimension (which is innermost) fastest.
template <typename Buffer, typename Visit>
void for_each_index(const Buffer &buffer, const Visit &visit) {
    std::vector<int> index(static_cast<std::size_t>(buffer.dimensions()));
    for (std::size_t d = 0; d < index.size(); ++d) {
        index[d] = buffer.dim(static_cast<int>(d)).min();
        if (buffer.dim(static_cast<int>(d)).extent() == 0) {
            return;
        }
    }
    for (;;) {
        visit(index);
        std::size_t d = 0;
        while (d < index.size() && index[d] == buffer.dim(static_cast<int>(d)).max()) {
            index[d] = buffer.dim(static_cast<int>(d)).min();
            ++d;
        }
        if (d == index.size()) {
            return;
        }
        ++index[d];
    }
}

inline std::string text_of(const std::vector<int> &index) {
    std::string text;
    for (const int at : index) {
        text += (text.empty() ? "" : ", ") + std::to_string(at);
    }
    return "(" + text + ")";
}

template <typename Buffer>
decltype(auto) at(Buffer &buffer, const std::vector<int> &index) {
    return buffer(index.data());
}

/// Ends the program at the first element that is not equal enough.
template <typename Buffer, typename Equal>
void require_equal(const std::string &test, const Buffer &result, const Buffer &reference,
                   const Equal &is_equal) {
    for (int d = 0; d < result.dimensions(); ++d) {
        if (result.dimensions() != reference.dimensions() ||
            result.dim(d).extent() != reference.dim(d).extent()) {
            ERROR("Test " + test + " failed: the buffers differ in size.", true);
        }
    }
    for_each_index(result, [&](const std::vector<int> &index) {
        const auto got = at(result, index), expected = at(reference, index);
        if (!is_equal(got, expected)) {
            ERROR("Test " + test + " failed. Expected: " + std::to_string(expected) +
                      ", got: " + std::to_string(got) + ". Position: " + text_of(index) + ".",
                  true);
        }
    });
}

} // namespace tiramisu::utils_detail

/// Every element becomes `value`.
template <typename Buffer>
inline void init_buffer(Buffer &buffer, typename Buffer::ElemType value) {
    buffer.fill(value);
}

/// Copies elements from `from`, which is at least as large.
template <typename Buffer>
inline void copy_buffer(const Buffer &from, Buffer &to) {
    tiramisu::utils_detail::for_each_index(to, [&](const std::vector<int> &index) {
        tiramisu::utils_detail::at(to, index) = tiramisu::utils_detail::at(from, index);
    });
}

/// Ends the program with a message unless the buffers are equal.
template <typename Buffer>
inline void compare_buffers(const std::string &test, const Buffer &result,
                            const Buffer &reference) {
    tiramisu::utils_detail::require_equal(test, result, reference,
                                          [](auto got, auto expected) { return got == expected; });
}

/// The same for elements that differ by at most `threshold`.
template <typename Buffer>
inline void compare_buffers_approximately(const std::string &test, const Buffer &result,
                                          const Buffer &reference, float threshold) {
    tiramisu::utils_detail::require_equal(test, result, reference, [&](auto got, auto expected) {
        return std::abs(static_cast<double>(got) - static_cast<double>(expected)) <= threshold;
    });
}

/// Elements, a row (innermost dimension) a line.
template <typename Buffer>
inline void print_buffer(const Buffer &buffer) {
    tiramisu::utils_detail::for_each_index(buffer, [&](const std::vector<int> &index) {
        std::cout << std::to_string(tiramisu::utils_detail::at(buffer, index));
        const bool ends_row = index.empty() || index[0] == buffer.dim(0).max();
        std::cout << (ends_row ? "\n" : " ");
    });
}

/// The middle one.
inline double median(std::vector<std::chrono::duration<double, std::milli>> times) {
    if (times.empty()) {
        return 0;
    }
    std::sort(times.begin(), times.end());
    const std::size_t middle = times.size() / 2;
    return times.size() % 2 == 1 ? times[middle].count()
                                 : (times[middle - 1].count() + times[middle].count()) / 2;
}

inline double median(std::vector<double> times) {
    std::vector<std::chrono::duration<double, std::milli>> durations;
    for (const double time : times) {
        durations.emplace_back(time);
    }
    return median(durations);
}

/// Appends a line "kernel; time; time; ..." to a file and prints it under the column titles.
inline void print_time(const std::string &file, const std::string &kernel,
                       const std::vector<std::string> &titles, const std::vector<double> &times) {
    std::ofstream lines(file, std::ios::app);
    lines << kernel << "; ";
    std::cout << "\n" << std::setw(28) << std::left << "Kernel";
    for (const std::string &title : titles) {
        std::cout << std::setw(16) << std::left << title;
    }
    std::cout << "\n" << std::setw(28) << std::left << kernel;
    for (const double time : times) {
        lines << time << "; ";
        std::cout << std::setw(16) << std::left << time;
    }
    lines << "\n";
    std::cout << "\n" << std::endl;
}
