#pragma once

#include <set>
#include <string>

#include "support/random_source.h"

namespace tiramisu::oracle {

/// What random programs and schedules have beside what they always had.
enum class feature {
    guards,       ///< reads outside of buffers behind select(), &&, || and predicates
    gathers,      ///< inputs read at indices from memory, which clamp() or a condition keeps inside
    long_loops,   ///< up to 70 iterations, more often none
    all_types,    ///< 64 bits without a sign, too
    bases,        ///< iterators that begin below 0, or end near 2^31
    wide_vectors, ///< of any width up to 70
    many_vectors, ///< several loops in vectors
    folds,        ///< buffers of a few rows of what is read by name, in any order that is given
    placed,       ///< temporaries allocated in a loop
    hostile,      ///< bounds from memory whose difference no 32 bits hold, of loops that run never
    late_updates, ///< updates declared behind computations that read what was there before
};

/// How many iterations loops have: few enough to look at all pairs of instances, or so many that
/// blocks, caches and complete vectors come into play.
enum class domain_size { small, large };

class feature_set {
public:
    feature_set() = default;
    explicit feature_set(std::set<feature> features) : features_(std::move(features)) {}

    /// Those named by TIRAMISU_FEATURES ("guards,folds"; "all"; "none"; "half": half of the
    /// programs have all). If it is not set, half.
    static feature_set of_case(random_source &random);

    /// A feature for each bit, the first for the lowest one.
    static feature_set from_bits(unsigned bits);

    bool has(feature one) const { return features_.count(one) > 0; }

    domain_size size = domain_size::small;

private:
    std::set<feature> features_;
};

} // namespace tiramisu::oracle
