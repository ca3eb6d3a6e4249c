#pragma once

#include <optional>
#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// What one iteration of some outer loops touches of a space: a box of constant size that moves
/// with the loops. [l] stands for the values of those loops, P[e] for a point of the space.
struct window {
    isl::map footprint; ///< { [l] -> P[e] }: exactly the points that are touched
    isl::map offset;    ///< { [l] -> P[o] }: the corner of the box with the lowest coordinates
    std::vector<long> sizes;
};

/// A box that moves with the loops or, where that has no constant size, the one that stands still
/// around all that any iteration touches. Nothing if that has none either. Where nothing is touched
/// at all, the box has one point.
std::optional<window> bounding_window(const isl::map &footprint);

/// The same points, as one convex piece where they are convex. Accesses with strides that fill each
/// other's gaps come in pieces that isl does not join by itself.
isl::map in_one_piece(const isl::map &footprint);
isl::set in_one_piece(const isl::set &points);

/// The same points or, where they need more pieces than `most`, all that lie in the box around
/// them while the loops have values of `iterations`, { [l] }.
isl::map in_few_pieces(const isl::map &footprint, int most, const isl::set &iterations);

/// { [l] -> P[e] } with the same outermost `kept` loops around: { [k] -> P[e] }
isl::map footprint_of_outer_loops(const isl::map &footprint, int kept);

/// The part of { [l] -> P[e] } that no earlier iteration touches in which the outermost `kept`
/// loops have the same values.
isl::map first_touches(const isl::map &footprint, int kept);

/// The affine formulas of the window's corner over [l], one a dimension of P.
std::vector<isl::pw_aff> corner(const window &box);

/// { name[l, r] }: r = e - o for every point of the footprint.
isl::set relative_points(const window &box, const std::string &name);

/// { name[l, r] -> P[e] }
isl::map absolute_points(const window &box, const std::string &name);

/// { S[i] -> name[l, r] } for the iteration l in which S[i] runs and the points that it touches:
/// `iteration` is { S[i] -> [l] }, `points` is { S[i] -> P[e] }.
isl::map touched_points(const window &box, const isl::map &iteration, const isl::map &points,
                        const std::string &name);

} // namespace tiramisu::poly
