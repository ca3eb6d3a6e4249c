#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "polyhedral/integer_matrix.h"
#include "polyhedral/isl.h"
#include "polyhedral/loop_substitution.h"

namespace tiramisu::poly {

/// The loops of one statement, { S[i, j] -> [l0, l1, ...] }, which can be written in two ways. Both
/// are the same relation. Each is made when it is first asked for; none of that work counts for a
/// limit that there is then.
class loop_relation {
public:
    loop_relation() = default;
    /// Written in one way only.
    loop_relation(const isl::map &written); // NOLINT(google-explicit-constructor)

    /// What iterators are is told by loops: i = 8 * outer + inner. It has no divisions of its own
    /// and takes isl a fraction of the work. Commands and proofs, for which it does not matter how
    /// the relation is written, ask this one.
    const isl::map &substituted() const;

    /// What loops are is told by loops before them: outer = floor(i / 8). Where tiles are tiled
    /// again isl may make simpler loops of it: code is generated from this one, but see below.
    const isl::map &divided() const;

    /// Whether loops are split into so many, of each other, that isl makes worse loops of
    /// divided(), or none in any time: from what it finds out of some remainders it does not see
    /// that the others have all values, so that whole vectors are taken for partial ones (ADR
    /// 0009).
    bool is_deeply_split() const;

    /// Whether a loop is split into blocks, threads and what each thread does: of the remainders of
    /// such loops, too, isl may not see that they have all values.
    bool is_split_for_threads() const;

    /// The relation that code is generated from: substituted() where loops are deeply split.
    const isl::map &generated() const { return is_deeply_split() ? substituted() : divided(); }

    /// The loops after a transformation: of divided() it is carried out, of substituted() as the
    /// substitution says, where there is one.
    loop_relation transformed(const std::optional<loop_substitution> &substitution,
                              std::function<isl::map(const isl::map &)> transformation) const;
    /// What the loops are of those that the relation was made of.
    const loop_substitution &substitution() const { return substitution_; }

private:
    class deferred;

    isl::map written_; ///< before the transformations that the substitution tells
    loop_substitution substitution_{0};
    std::shared_ptr<const deferred> substituted_, divided_;
    mutable std::optional<bool> is_near_zero_; ///< once it was asked for

    /// Whether all iterators have constant bounds, far from the end of 32 bits: as sums of loops
    /// they stay there.
    bool is_near_zero() const;
};

// The transformations of loop_transform.h.

loop_relation split(const loop_relation &loops, int level, int factor);
loop_relation permute(const loop_relation &loops, const std::vector<int> &order);
loop_relation shift(const loop_relation &loops, int level, int amount);
loop_relation reverse(const loop_relation &loops, int level);
loop_relation transform(const loop_relation &loops, int level, const integer_matrix &matrix);
loop_relation collapse(const loop_relation &loops, int level, long lower, long extent);

} // namespace tiramisu::poly
