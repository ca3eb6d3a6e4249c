#include "autoscheduler/space/rules/shared_tiles.h"

#include <algorithm>
#include <optional>

#include "autoscheduler/space/rules/innermost.h"

namespace tiramisu::tune {

namespace {

/// The iterator of another statement that has the place of each of `of`'s results; nothing where
/// it has not.
std::optional<std::vector<std::size_t>>
same_places(const statement_view &of, const statement_view &other, const access_view &place) {
    std::vector<std::size_t> found(of.iterators.size(), 0);
    for (const std::size_t i : of.spatial()) {
        bool is_found = false;
        for (std::size_t d = 0; d < of.write.indices.size() && d < place.indices.size(); ++d) {
            for (std::size_t o = 0; o < other.iterators.size(); ++o) {
                if (of.write.indices[d].is_plain(i) && place.indices[d].is_plain(o) &&
                    of.iterators[i].extent == other.iterators[o].extent) {
                    found[i] = o;
                    is_found = true;
                }
            }
        }
        if (!is_found) {
            return std::nullopt;
        }
    }
    return found;
}

/// The other statement, split.
class alike_loops {
public:
    alike_loops(const tiled_loops &tiles, std::size_t statement,
                const std::vector<std::size_t> &places, int level)
        : tiles_(tiles), other_(tiles.to().view.statements[statement]),
          nest_(tiles.to(), statement), level_(level) {
        for (const std::size_t i : tiles.main().spatial()) {
            const long first = tiles.size(i, 1), inside = tiles.size(i, 2) * tiles.size(i, 3);
            nest_.split(places[i], level > 1 ? std::array<long, 3>{first, inside, 1}
                                             : std::array<long, 3>{first * inside, 1, 1});
            inner_.push_back(places[i]);
        }
        for (const std::size_t i : tiles.outermost_order()) {
            outer_.push_back(places[i]);
        }
    }

    std::vector<std::string> shared() const {
        std::vector<std::string> loops = nest_.at(0, outer_);
        if (level_ > 1) {
            append(loops, nest_.at(1, inner_));
        }
        return loops;
    }

    /// What is not shared: on vectors, and written out where that is not too much.
    void run_inside() {
        std::vector<std::string> inside;
        for (int rest = level_ > 1 ? 2 : 1; rest < tile_levels; ++rest) {
            append(inside, nest_.at(rest, inner_));
        }
        std::stable_partition(inside.begin(), inside.end(),
                              [&](const std::string &loop) { return !is_contiguous(loop); });
        std::vector<std::string> all = shared();
        append(all, inside);
        nest_.writer().reorder(all);
        if (!inside.empty() && is_contiguous(inside.back())) {
            inside.back() =
                vectorize_whole(tiles_.to().view, nest_.writer(), other_, inside.back());
        }
        unroll_together(nest_.writer(), inside, tiles_.value("unroll", 64));
    }

private:
    const tiled_loops &tiles_;
    const statement_view &other_;
    leveled_nest nest_;
    const int level_;
    std::vector<std::size_t> outer_, inner_; ///< iterators, in the order of their loops

    bool is_contiguous(const std::string &loop) const {
        const auto &named = nest_.names()[other_.contiguous()];
        return std::find(named.begin(), named.end(), loop) != named.end();
    }
};

} // namespace

std::string share_tiles(const tiled_loops &tiles, std::size_t statement, const access_view &place,
                        int level) {
    const std::vector<std::string> ours = tiles.outer_loops(level);
    const auto places = same_places(tiles.main(), tiles.to().view.statements[statement], place);
    if (ours.empty() || !places) {
        return "";
    }
    alike_loops theirs(tiles, statement, *places, level);
    const std::vector<std::string> shared = theirs.shared();
    if (shared.size() != ours.size()) {
        return "";
    }
    theirs.run_inside();
    planned_nest &nest = tiles.to().to.nests[statement];
    nest.shared = ours.size();
    nest.shared_with = tiles.statement();
    return shared.back();
}

} // namespace tiramisu::tune
