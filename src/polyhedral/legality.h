#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/dependence.h"

namespace tiramisu::poly {

/// One pair of instances of a dependence that a schedule breaks.
struct witness {
    std::size_t dependence = 0; ///< index in the list of dependences
    std::vector<long> source;   ///< iterators of the source instance
    std::vector<long> sink;
    std::vector<long> element; ///< of the buffer; none where no access of the two is known
    std::vector<std::pair<std::string, long>> parameters;
    std::vector<long> source_time, sink_time; ///< under the schedule
};

/// Pairs of `dep` that do not run in order under `schedule`: { S[i] -> T[j] }.
isl::map broken_pairs(const dependence &dep, const timestamps &schedule);

/// Pairs of `dep` that run in different iterations of the loop at dimension `dim` of the
/// timestamps, and in the same iteration of all loops outside it.
isl::map carried_pairs(const dependence &dep, const timestamps &schedule, int dim);

/// carried_pairs() of several dependences at one dimension: what the times of two statements say is
/// found once.
class carrying_loop {
public:
    /// `schedule` has to outlive it.
    carrying_loop(const timestamps &schedule, int dim) : schedule_(schedule), dim_(dim) {}

    isl::map operator()(const dependence &dep);

private:
    isl::map instances_apart(const isl::map &source, const isl::map &sink) const;

    const timestamps &schedule_;
    int dim_;
    std::map<std::pair<std::string, std::string>, isl::map> apart_; ///< by statements
};

/// Whether both relate instances of the same statements, by name and number of dimensions.
bool have_equal_tuples(const isl::map &a, const isl::map &b);

/// One instance pair out of `pairs`, some of the dependence's. Throws internal_error if there are
/// none.
witness make_witness(const std::vector<dependence> &all, std::size_t index, const isl::map &pairs,
                     const std::vector<memory_access> &accesses, const timestamps &schedule);

/// What a visitor answers: whether it wants to see more.
enum class visited { not_enough, enough };

/// Visits the dependences that `schedule` breaks, by their index in `all` and the pairs
/// { S[i] -> T[j] } that do not run in order. Reductions' own updates are left out unless
/// `strict_reductions`, and dependences through one of `temporaries`, whose contents nothing sees
/// afterwards, where `schedule` keeps its live ranges.
void for_each_broken(const std::vector<dependence> &all, const std::vector<memory_access> &accesses,
                     const timestamps &schedule, bool strict_reductions,
                     const std::vector<std::string> &temporaries,
                     const std::function<visited(std::size_t index, const isl::map &pairs)> &visit);

/// The first of them.
std::optional<witness> find_broken(const std::vector<dependence> &all,
                                   const std::vector<memory_access> &accesses,
                                   const timestamps &schedule, bool strict_reductions,
                                   const std::vector<std::string> &temporaries = {});

} // namespace tiramisu::poly
