#pragma once

#include "gpu/device_array.h"
#include "gpu/device_code.h"
#include "gpu/place.h"
#include "session.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// Elements of a result, and what they are in double precision. All elements of large problems
/// would take the processor longer than the benchmark.
struct expected_elements {
    std::vector<std::size_t> places;
    std::vector<double> values;
};

/// About so many places, spread over all, with the first and the last among them.
std::vector<std::size_t> sampled_places(std::size_t size, std::size_t count);

/// A library that solves the problem on the device.
struct device_contender {
    std::string name;
    std::function<void()> work; ///< empty: it is not there
    device_array *result = nullptr;
    double tolerance = 1e-4;
    /// Where it leaves what we leave at a place; empty: there.
    std::function<std::size_t(std::size_t)> place = {};
};

/// One problem on the device: ours, of which the fastest schedule counts, and libraries.
struct device_contest {
    std::string id;
    double operations = 0, bytes = 0;
    std::vector<device_schedule> ours;
    std::vector<device_array *> arguments; ///< of ours, the result last
    expected_elements expected;
    double tolerance = 1e-4; ///< of results, relative to the largest
    std::vector<device_contender> peers;
};

/// Compares every result with what is expected, times all in turns by events of the device, and
/// adds a row a peer. Whoever fails, or gives a wrong result, is told on the standard error stream
/// and has no time in its row. Throws std::runtime_error at the end if that happened.
void run_device_contest(session &here, const gpu_place &where, const device_contest &all);

} // namespace tiramisu::bench
