#pragma once

#include <string>

#include "tiramisu/graph/network.h"

namespace tiramisu::tool {

/// A line for each step: its time, its share of all, and how fast it computes.
std::string table_of(const nn::network_profile &profile);

/// The steps one after the other in the format of chrome://tracing. Throws failure.
void write_trace(const std::string &path, const nn::network_profile &profile);

} // namespace tiramisu::tool
