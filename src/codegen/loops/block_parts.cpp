#include "codegen/loops/block_parts.h"

namespace tiramisu::lower {

namespace {

bool is_known(const block_range &blocks) {
    return blocks.from && blocks.to;
}

bool may_meet(const block_range &one, const block_range &other) {
    return !is_known(one) || !is_known(other) || (*one.from < *other.to && *other.from < *one.to);
}

bool is_inside(const block_range &inner, const block_range &outer) {
    return is_known(inner) && is_known(outer) && *outer.from <= *inner.from &&
           *inner.to <= *outer.to;
}

} // namespace

hir::Stmt block_parts::built(const block_range &blocks, statement_set &unsynchronised,
                             const std::function<hir::Stmt()> &build) {
    const auto parts_around = parts_;
    const statement_set before_around = before_;
    before_ = unsynchronised_before(blocks, parts_[blocks.dimension]);
    // Those of dimensions inside of this one are other blocks'.
    parts_.erase(parts_.begin(), parts_.lower_bound(blocks.dimension));
    unsynchronised = before_;
    hir::Stmt made = build();
    before_ = before_around;
    parts_ = parts_around;
    parts_[blocks.dimension].push_back({blocks, unsynchronised});
    for (const part &each : parts_[blocks.dimension]) {
        unsynchronised.insert(each.unsynchronised.begin(), each.unsynchronised.end());
    }
    return made;
}

// The last thing that a block has done counts; where no earlier part has it, what came before all.
block_parts::statement_set
block_parts::unsynchronised_before(const block_range &blocks,
                                   const std::vector<part> &earlier) const {
    statement_set statements;
    for (auto last = earlier.rbegin(); last != earlier.rend(); ++last) {
        if (may_meet(blocks, last->blocks)) {
            statements.insert(last->unsynchronised.begin(), last->unsynchronised.end());
        }
        if (is_inside(blocks, last->blocks)) {
            return statements;
        }
    }
    statements.insert(before_.begin(), before_.end());
    return statements;
}

} // namespace tiramisu::lower
