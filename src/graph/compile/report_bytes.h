#pragma once

#include "support/byte_text.h"
#include "tiramisu/graph/network.h"

// What is told of a network, in files.

namespace tiramisu::graph {

void write_report(support::byte_writer &to, const nn::network_report &report);
/// Throws internal_error where the bytes are others.
nn::network_report read_report(support::byte_reader &from);

} // namespace tiramisu::graph
