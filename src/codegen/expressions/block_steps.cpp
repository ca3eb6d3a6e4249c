#include "codegen/expressions/block_steps.h"

namespace tiramisu::lower {

std::vector<hir::Stmt> block_steps(const hir::Stmt &stmt) {
    std::vector<hir::Stmt> steps;
    hir::Stmt rest = stmt;
    // Halide's constructor leaves no block in front.
    while (const auto *block = rest.as<hir::Block>()) {
        steps.push_back(block->first);
        rest = block->rest;
    }
    steps.push_back(rest);
    return steps;
}

} // namespace tiramisu::lower
