#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"
#include "codegen/loops/dense_lanes.h"
#include "codegen/loops/kernel.h"
#include "codegen/loops/lane_branches.h"
#include "codegen/loops/lane_mask.h"
#include "codegen/loops/loop_range.h"
#include "codegen/loops/window_users.h"
#include "codegen/loops/written_values.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// Makes the statement of each node of a loop nest, knowing the loops and branches around it.
class nest_builder {
public:
    nest_builder(const core::program &program, const poly::ast &ast, name_supply &supply,
                 masked_elements have_masks)
        : program_(program), ast_(ast), users_(program, ast), supply_(supply),
          have_masks_(std::move(have_masks)) {}

    /// The body of a loop at `level`, or of the whole nest at -1, with the buffers allocated around
    /// it that one iteration has for itself. isl leaves out loops of one iteration, so that the
    /// loop of the buffer's own level may be missing: then the next one around it has the buffer.
    /// isl also takes out of a loop what only the first iteration does, a guarded copy perhaps, and
    /// makes a loop of one iteration once for each statement: where a loop uses a buffer that
    /// others fill, they share the next one around.
    hir::Stmt with_windows(const isl::ast_node &body, int level, const environment &names);

private:
    const core::program &program_;
    const poly::ast &ast_;
    window_users users_;
    name_supply &supply_;
    masked_elements have_masks_;
    std::multiset<std::string> horizontal_; ///< statements reduced by a vectorized loop around
    lane_mask lanes_;                       ///< of the vectorized loops around
    lane_branches branches_;                ///< in these loops
    bool is_in_tile_ = false;               ///< in a loop with an accumulated tile
    hir::Scope<hir::Interval> ranges_;      ///< of the variables of loops around, where known
    int lanes_around_ = 1;                  ///< of all vectorized loops around, multiplied
    std::set<std::string> from_memory_;     ///< parameters that are computed in the loops
    std::set<std::string> shared_;          ///< buffers around that loops inside have in common
    std::optional<kernel> kernel_;          ///< that the nest is in

    hir::Stmt build(const isl::ast_node &node, const environment &names);
    hir::Stmt block(const isl::ast_node_block &node, const environment &names);
    hir::Stmt branch(const isl::ast_node_if &node, const environment &names);
    /// A branch that all threads of a block take, or none.
    hir::Stmt branch_of_all(const Halide::Expr &condition, const isl::ast_node_if &node,
                            const environment &names);
    hir::Stmt in_branch(const Halide::Expr &is_taken, const isl::ast_node &node,
                        const environment &names);
    hir::Stmt marked(const isl::ast_node_mark &node, const environment &names);
    hir::Stmt instance(const isl::ast_node_user &node, const environment &names);
    /// The loops inside the mark, with the values that they need computed first.
    hir::Stmt with_values(const isl::ast_node_mark &node, const environment &names);
    /// What runs before such loops.
    struct values_before {
        std::vector<std::pair<std::string, Halide::Expr>> lets;
        std::vector<hir::Stmt> checks; ///< of what the lets name
    };
    /// The value as a bound of loops. What is computed and checked for it is added.
    Halide::Expr bound_of(const poly::run_time_value &value, const environment &names,
                          values_before &values);
    /// A variable that has the value, which is computed once.
    Halide::Expr named(const std::string &name, const Halide::Expr &value, values_before &values);

    hir::Stmt loop(const isl::ast_node_for &node, const environment &names);
    /// Whether these lanes, in vectors inside of vectors, are more than compilers make code of in
    /// good time: they run one after the other then.
    bool are_too_many_lanes(std::int64_t lanes) const;
    /// A loop over `extent` iterations, as its kind says if that is a constant.
    hir::Stmt counted_loop(const loop_body &loop, const poly::loop_info &info,
                           const loop_range &range, const Halide::Expr &extent,
                           const environment &names);
    /// What the loop's accumulators are elements of.
    const std::string &memory_of(const std::string &statement, const environment &names) const;
    std::set<std::string> updated_memory(const poly::loop_info &info,
                                         const environment &names) const;
    /// Whether the loop finds out while it runs whether it can run as its kind says.
    bool is_checked(const poly::loop_info &info, bool is_constant) const;
    hir::Stmt checked_loop(const loop_body &loop, const poly::loop_info &info,
                           const loop_range &range, const Halide::Expr &extent,
                           const environment &names);
    /// What is written out of a loop that one thread of a kernel runs and that is to be unrolled,
    /// where the number of its iterations varies.
    std::optional<written_values> values_to_write(const poly::loop_info &info,
                                                  const loop_range &range,
                                                  const Halide::Expr &extent);
    hir::Stmt written_out(const loop_body &loop, const poly::loop_info &info,
                          const written_values &values, const environment &names);
    /// A loop over the lanes of one vector, of which the first ones are on: as many as the loop
    /// has iterations.
    hir::Stmt masked_loop(const loop_body &loop, const poly::loop_info &info,
                          const loop_range &range, const environment &names);
    /// The iterations of a vectorized loop that fill no vector, on some lanes of one; undefined
    /// where they may be more, or better run one by one.
    hir::Stmt partial_vector(const loop_body &loop, const poly::loop_info &info,
                             const loop_range &range, const environment &names);
    /// The same of a loop that a branch around its body ends before `count` iterations.
    hir::Stmt ended_vector(const loop_body &loop, const poly::loop_info &info,
                           const loop_range &range, std::int64_t count, const environment &names);
    /// Whether an unrolled loop whose `extent` varies has copies with conditions: inside of a loop
    /// that updates a tile, so that elements have known places there.
    bool has_bounded_copies(const poly::loop_info &info, const Halide::Expr &extent) const;
    hir::Stmt bounded_copies(const loop_body &loop, const poly::loop_info &info,
                             const loop_range &range, const Halide::Expr &extent,
                             const environment &names);
    hir::Stmt body(const loop_body &loop, const poly::loop_info &info, const environment &names);
    /// The body of a loop on the lanes of vectors.
    hir::Stmt vector_body(const loop_body &loop, const std::string &lane,
                          const poly::loop_info &info, const environment &names);

    /// A kernel of all that is built.
    hir::Stmt whole_kernel(const std::string &name, const std::function<hir::Stmt()> &build);
    /// A loop on blocks or threads.
    hir::Stmt device_loop(const isl::ast_node_for &node, const poly::loop_info &info,
                          const loop_range &range, const environment &names);
    /// One of its iterations: inside of the loop, or without it, where the value is constant.
    hir::Stmt on_device(const isl::ast_node_mark &node, const poly::device_iteration &one,
                        const environment &names);
    /// What `build` makes of the value that a variable `name` has, in each block, or each thread,
    /// whose value is in the range.
    using device_body = std::function<hir::Stmt(const Halide::Expr &)>;
    hir::Stmt on_blocks(const std::string &name, const poly::device_dimension &device,
                        const loop_range &range, const device_body &build);
    hir::Stmt on_threads(const std::string &name, const poly::device_dimension &device,
                         const loop_range &range, const device_body &build);
    hir::Stmt instance_on_device(const std::string &id, const hir::Stmt &statement);
    /// Whether all threads of a block go through what is built now.
    bool is_shared_by_threads() const;
    /// What `build` makes of a loop over the statements, which all threads of a block go through.
    template <typename Build>
    hir::Stmt repeated(const std::vector<std::string> &statements, const Build &build);

    /// A buffer that one iteration has for itself, around what it does.
    hir::Stmt allocated(const std::string &buffer, const hir::Stmt &inside,
                        const environment &names);

    /// The number of iterations of a loop, which is 0 in lanes that are off.
    Halide::Expr iterations(const loop_range &range) const;
    /// The value in lanes that are on; lanes that are off do not compute it.
    Halide::Expr in_lanes_on(const Halide::Expr &value) const;
    /// The names, with bounds that come from memory in 64 bits: of a loop that never runs they may
    /// be farther apart than 32 bits hold.
    environment with_wide_bounds(const environment &names) const;
    /// Notes what a name stands for, which may differ between lanes.
    void define(const std::string &name, const Halide::Expr &value);
};

} // namespace tiramisu::lower
