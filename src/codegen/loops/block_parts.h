#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Blocks `from` to `to` - 1 of a dimension, or any where these are not known.
struct block_range {
    int dimension = 0;
    std::optional<std::int64_t> from, to;
};

/// What isl makes of the loops on blocks of one kernel: a loop for each part of a domain, one after
/// the other. A block waits for nothing that other blocks alone do.
class block_parts {
public:
    using statement_set = std::set<std::string>;

    /// What `build` makes for these blocks. `unsynchronised` are statements that may have run since
    /// the last barrier: before and after it, of all blocks; while it runs, of these.
    hir::Stmt built(const block_range &blocks, statement_set &unsynchronised,
                    const std::function<hir::Stmt()> &build);

private:
    struct part {
        block_range blocks;
        statement_set unsynchronised; ///< afterwards
    };
    /// By dimension, what was built in the parts of the dimensions around that are built now.
    std::map<int, std::vector<part>> parts_;
    statement_set before_; ///< unsynchronised where the innermost of these begins

    statement_set unsynchronised_before(const block_range &blocks,
                                        const std::vector<part> &earlier) const;
};

} // namespace tiramisu::lower
