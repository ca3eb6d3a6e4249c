#pragma once

#include <map>
#include <string>
#include <vector>

#include "polyhedral/dependence.h"

// A buffer of which nothing is seen but what the statements read asks for less than its
// dependences say: each read has to get the value of the write that it gets in their order. Live
// ranges, each from a write to the last read of its value, may change places as wholes.

namespace tiramisu::poly {

/// Whether `schedule` runs no other write inside a live range of the buffer, and each in its own
/// order. `all` has every pair of conflicting instances of the buffer. Updates of a reduction are
/// reads and writes like any other. False where an access is not exact, or where `schedule` runs a
/// pair at the same time. Throws isl::exception_quota where that takes too much work.
bool keeps_live_ranges(const std::string &buffer, const std::vector<dependence> &all,
                       const std::vector<memory_access> &accesses, const timestamps &schedule);

/// Tells of dependences that `schedule` breaks which do not matter, since they go through one of
/// `buffers` and `schedule` keeps its live ranges. Looks at each buffer once, when first asked. The
/// arguments have to outlive it.
class live_range_check {
public:
    live_range_check(const std::vector<std::string> &buffers, const std::vector<dependence> &all,
                     const std::vector<memory_access> &accesses, const timestamps &schedule)
        : buffers_(buffers), all_(all), accesses_(accesses), schedule_(schedule) {}

    bool excuses(const dependence &broken);

private:
    const std::vector<std::string> &buffers_;
    const std::vector<dependence> &all_;
    const std::vector<memory_access> &accesses_;
    const timestamps &schedule_;
    std::map<std::string, bool> known_; ///< by buffer
};

/// `all`, where pairs through a buffer of `buffers` whose live ranges `schedule` keeps are put in
/// the order in which `schedule` runs them. The result asks for the same values, and `schedule`
/// breaks no pair of these.
std::vector<dependence> with_live_ranges_as_scheduled(const std::vector<dependence> &all,
                                                      const std::vector<std::string> &buffers,
                                                      const std::vector<memory_access> &accesses,
                                                      const timestamps &schedule);

} // namespace tiramisu::poly
