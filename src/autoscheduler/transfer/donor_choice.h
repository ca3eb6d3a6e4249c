#pragma once

#include <map>
#include <string>
#include <vector>

namespace tiramisu::tune {

/// How many kernels (programs that are tuned by themselves) there are of each class, by its key.
using kernels_by_class = std::map<std::string, int>;
/// What part of the time before tuning each class takes, by its key.
using shares_by_class = std::map<std::string, double>;

/// How well schedules of a donor's kernels are expected to serve a target: the sum over the
/// target's classes of (share of time)^2 * sqrt(the donor's kernels). Gibson and Cano,
/// "Transfer-Tuning" (PACT 2022), equation 6.1 of Gibson's thesis.
double donor_score(const shares_by_class &target, const kernels_by_class &donor);

/// Places of the donors with a score, the best first; of equal ones the earlier.
std::vector<std::size_t> donors_by_score(const shares_by_class &target,
                                         const std::vector<kernels_by_class> &donors);

/// How many schedules are measured: of each kernel of the target those of the donor's kernels of
/// its class, and its own as it is.
int transfer_evaluations(const kernels_by_class &target, const kernels_by_class &donor);

} // namespace tiramisu::tune
