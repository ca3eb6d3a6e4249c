#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "codegen/expressions/halide.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// What a step makes of the loop nest, whatever the target is or for it.
class pass_action {
public:
    template <typename Action>
    pass_action(Action action) { // NOLINT(google-explicit-constructor)
        if constexpr (std::is_invocable_v<Action, const hir::Stmt &, const Halide::Target &>) {
            run_ = action;
        } else {
            run_ = [=](const hir::Stmt &stmt, const Halide::Target &) { return action(stmt); };
        }
    }

    hir::Stmt operator()(const hir::Stmt &stmt, const Halide::Target &target) const {
        return run_(stmt, target);
    }

private:
    std::function<hir::Stmt(const hir::Stmt &, const Halide::Target &)> run_;
};

/// One step from the loop nest as scheduled to what LLVM gets.
struct pass {
    std::string name;
    pass_action run;
    bool (*when)(const Halide::Target &) = nullptr; ///< the targets it is for; null: all
};

/// All passes, in the order in which they run.
const std::vector<pass> &passes();

/// Those that run for the target.
std::vector<pass> passes_for(const Halide::Target &target);

/// Runs these, and shows what `opts` asks for under the topic "pass".
hir::Stmt run_passes(hir::Stmt stmt, const options &opts, const Halide::Target &target);

} // namespace tiramisu::lower
