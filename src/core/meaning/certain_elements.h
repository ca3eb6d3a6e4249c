#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Which elements of its buffers a function touches whatever its data are.
///
/// What may not happen is left out: accesses under a condition that is not affine or in a loop
/// whose bounds are read from memory, and accesses at indices that are not affine. Of accesses
/// with several / and % only the element of the last instance is known, if that: isl finds no last
/// element within seconds, as the numbers in its tableaus, whose steps it does not count as
/// operations, become ever longer.
class certain_elements {
public:
    certain_elements(const function_state &function, const analysis &now);

    /// { buffer[e] } of each access.
    const std::vector<isl::set> &of(const std::string &buffer) const;

private:
    const function_state &function_;
    std::map<std::string, std::vector<isl::set>> by_buffer_;

    void add(const std::string &buffer, const isl::map &touched);
    void add_reads_of_bounds(const program_statement &statement);
    void add_reads(const computation_state &definition, const expr &value);
};

} // namespace tiramisu::core
