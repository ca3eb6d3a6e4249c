#pragma once

#include <string>
#include <vector>

#include "core/program/command.h"
#include "core/program/guards.h"
#include "core/program/staging.h"
#include "core/staging/inlining.h"

namespace tiramisu::core {

/// Where among the points of its domain a definition's predicate lets it run.
evaluation executed(const computation_state &definition);

/// Finds what a staging command's window has to hold, or says why it has none.
class window_finder {
public:
    window_finder(computation_state &given_to, const command &what, staging::kind how,
                  computation_state &consumer, computation_state &source, int level);

    /// The window lives through an iteration of the consumer's loop `level`, further outside.
    void keep_through(int level);

    staging &find_window();
    /// Whether the consumer reads the source, and an index of that is not affine.
    bool reads_at_computed_index() const;
    /// One element in place of a window: the first one that an iteration reads, at an index that is
    /// not affine.
    void find_first_element();
    [[noreturn]] void refuse(const std::string &problem) const;

protected:
    int around() const { return made_.around(); }
    int kept_around() const { return made_.kept_around(); }
    // { [l] -> P[e] }, `certainly`: without what conditions or bounds that are known only when it
    // runs may leave out.
    isl::map touched_by(const computation_state &reader, bool reads, bool writes,
                        bool certainly = false) const;
    /// Calls visit(read, where it is evaluated), the latter over the reader's iterators.
    template <typename Visit>
    void for_each_source_read(const computation_state &reader, const Visit &visit) const {
        const auto visit_source = [&](const expr &node, const evaluation &where) {
            if (node.get_op_type() == o_access && node.get_name() == made_.source->name) {
                visit(node, where);
            }
        };
        const affine_space space(function_, reader.iterators);
        for_each_evaluated(space, with_inlined(function_, reader.value), executed(reader),
                           visit_source);
        for_each_evaluated(space, with_inlined(function_, reader.predicate), everywhere(space),
                           visit_source);
    }

    bool reads_source(const computation_state &reader) const;

    const command &what_;
    function_state &function_;
    staging made_;

    /// What other stagings compute in the iteration, or in loops inside of it.
    std::vector<const staging::computed_part *> computed_inside() const;
    // { S[i] -> [l] }
    isl::map iteration(const computation_state &reader) const;
    /// Of the consumer's iterator `dim` in an iteration of the loops around.
    expr first_value(int dim) const;
    [[noreturn]] void refuse_bound(const run_time_bound &bound, int level) const;

private:
    void require_executed() const;
    void require_unstaged() const;
    /// A window is made outside of the loops that have bounds known only as the program runs, and
    /// not of the values that these are read from.
    void require_known_bounds() const;
    /// By the consumer, or by what is computed inside its loop `level`.
    void require_used() const;
    /// Where the consumer has another staging's values computed.
    std::string place_text(const staging &other) const;
    /// Of the consumer's loop.
    const std::string &loop_name(int level) const;
    std::string loop_text() const;
    // { [l] -> P[e] }: what is read outside of P's domain is in memory, but not computed.
    void require_defined(const isl::map &footprint) const;
    std::vector<computation_state *> staged_inside() const;
    // { [l] -> P[e] : false }
    isl::map nothing() const;
    void find_corner();
    expr only_read() const;
    /// What the index reads has one value for all iterations of the loop, and lies in an argument.
    void require_known_index(const expr &read) const;

    computation_state &given_to_;
};

} // namespace tiramisu::core
