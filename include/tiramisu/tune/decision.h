#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tiramisu::tune {

/// What an option of a decision changes; searches try some more often than others.
enum class decision_kind {
    tile, ///< sizes of tiles and vectors
    unroll,
    place, ///< where something is computed
    threads,
    order
};

/// Something that a sketch leaves open: a tile's size, which loop is vectorized.
struct decision {
    std::string name;         ///< "c.i.1": stage, iterator or subject, level
    std::size_t stage = 0;    ///< crossover takes a stage's decisions together
    std::vector<int> options; ///< at least one; the first is the plainest
    decision_kind kind = decision_kind::tile;

    /// Sizes of tiles of one loop have one: "c.i" of "c.i.1".
    std::string subject() const { return name.substr(0, name.rfind('.')); }
};

/// The option that was taken for each decision of a sketch, by its place in the options.
using choices = std::vector<std::size_t>;

/// Decisions by name.
class chosen_values {
public:
    chosen_values(const std::vector<decision> &decisions, const choices &taken);

    /// What was taken; `otherwise` where the sketch has no such decision.
    int operator()(const std::string &name, int otherwise = 0) const;

private:
    std::map<std::string, int> values_;
};

/// Sizes of tiles of a loop of so many iterations: 1, divisors, powers of two, up to `most`, not
/// more than 12 of them.
std::vector<int> tile_sizes(long extent, int most);

/// Multiples of the number of lanes, up to `most` vectors, for a loop of so many iterations.
std::vector<int> vector_sizes(long extent, int lanes, int most);

} // namespace tiramisu::tune
