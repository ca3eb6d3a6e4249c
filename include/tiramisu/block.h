#pragma once

#include <vector>

#include "tiramisu/computation.h"

namespace tiramisu {

/// Computations that take the same commands: each command that is given to the block is given to
/// all of them, in order. Blocks may be parts of blocks. A block has no values.
class block : public computation {
public:
    block(const std::vector<computation *> &computations,
          source_place where = source_place::current());

    std::vector<core::computation_state *> parts() const override;

private:
    std::vector<computation *> computations_;
};

} // namespace tiramisu
