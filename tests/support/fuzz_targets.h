#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tiramisu::oracle {

/// Takes the bytes for the choices that make a random program and a schedule for it, then judges
/// them as the property tests do. Returns what the library did wrong; empty if nothing.
std::string judge_schedule(const std::vector<std::uint8_t> &bytes);

/// Loads the bytes as a saved schedule. They are refused by user_error, or the schedule that they
/// are is saved and loaded once more and is the same. Returns what went wrong; empty if nothing.
std::string judge_schedule_file(const std::vector<std::uint8_t> &bytes);

/// Reads the bytes as an ONNX network and finds its types. They are refused by an error of the
/// library's, or mean something. Returns what went wrong; empty if nothing.
std::string judge_network(const std::vector<std::uint8_t> &bytes);

} // namespace tiramisu::oracle
