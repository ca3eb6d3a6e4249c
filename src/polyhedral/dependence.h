#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/access.h"

namespace tiramisu::poly {

enum class dependence_kind { flow, anti, output };

const char *to_string(dependence_kind kind);

/// Pairs of instances that touch one element, at least one of them writing, in the order in which
/// the program's meaning runs them.
struct dependence {
    dependence_kind kind = dependence_kind::flow;
    std::string buffer;
    std::string source, sink;
    isl::map pairs; ///< { S[i] -> T[j] }
    /// Index in the list of accesses.
    std::size_t source_access = 0, sink_access = 0;
    /// Updates of one reduction, free in their order but not to run at the same time.
    bool is_reduction = false;
};

/// Timestamps { S[i] -> [t0, ...] } of equal length, by statement.
using timestamps = std::map<std::string, isl::map>;

/// All pairs (not only last writers: a schedule that orders the direct dependences orders these,
/// and pairs of a reduction can be left out without losing what they imply).
std::vector<dependence> dependences(const std::vector<memory_access> &accesses,
                                    const timestamps &reference);

/// The two timestamps without the dimensions in which both are the same constant, and cut after the
/// first in which they are different constants. They compare as the whole ones do, and
/// comparing them takes isl far fewer cases.
std::pair<isl::map, isl::map> deciding_dimensions(const isl::map &a, const isl::map &b);

/// The number of dimensions before the first in which the timestamps are different constants, if
/// the first ones are smaller there: where those dimensions are equal `a` runs before `b`.
std::optional<int> dimensions_before(const isl::map &a, const isl::map &b);

/// { S[i] -> T[j] : S[i] runs before T[j] }
isl::map runs_before(const isl::map &source_time, const isl::map &sink_time);

/// Which of two statements runs first as a whole, if constants in their timestamps alone say so.
enum class constant_order { source_first, sink_first, undecided };

/// runs_before() of statements by name, each pair of them computed once.
class precedence {
public:
    /// `times` has to outlive it.
    explicit precedence(const timestamps &times) : times_(times) {}

    /// { S[i] -> T[j] : S[i] runs before T[j] }
    const isl::map &operator()(const std::string &source, const std::string &sink);

    /// What holds for all pairs of instances at once. Functions with hundreds of statements one
    /// after the other have tens of thousands of pairs, of which nearly all are decided so, without
    /// isl.
    constant_order by_constants(const std::string &source, const std::string &sink);

private:
    const std::vector<long> &leading_constants(const std::string &statement);

    const timestamps &times_;
    std::map<std::pair<std::string, std::string>, isl::map> known_;
    std::map<std::string, std::vector<long>> constants_;
};

} // namespace tiramisu::poly
