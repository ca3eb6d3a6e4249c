#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/staging/window_finder.h"

namespace tiramisu::core {

/// Makes one staging: finds the window, then the statements that fill and empty it. Nothing changes
/// before install().
class stager : public window_finder {
public:
    using window_finder::window_finder;

    void add_window();
    /// window(l, r) = P(r + corner)
    void add_load();
    /// P(r + corner) = window(l, r)
    void add_store();
    /// Asks for P(r + corner of a later iteration), a line of a cache at a time.
    void add_prefetch(int distance);
    /// Where a loop may have no iterations, what is copied back must have been copied in.
    void require_loaded() const;
    bool consumer_reads_source() const { return reads_source(*made_.consumer); }
    /// Loads and stores vectors as wide as the consumer's, everything else unrolled.
    void keep_in_registers() const;
    /// Every definition of the values that are read of the source, over those instances that the
    /// window needs.
    void add_computed();
    void install();

private:
    bool reads_source(const computation_state &reader) const;
    /// What is computed in the window for other windows' values has to read the same of the source.
    void require_for_readers_inside(const std::vector<computation_state *> &updates) const;
    int vector_width() const;
    isl::set part_of_window(const isl::map &footprint) const;
    std::vector<iterator> window_iterators() const;
    // r + corner, over the window's iterators
    std::vector<expr> source_index() const;
    /// The bounds of the loops around that are known only as the program runs, over their names.
    std::vector<run_time_bound> bounds_of_loops(const std::vector<iterator> &loops) const;
    // { [l, r] } of the prefetch: one r for each line
    isl::set lines_of_window() const;
    /// Elements of the source in a line, where the last dimension's lie one after another; else 1.
    long elements_in_line() const;
    expr plus_corner(const expr &relative, std::size_t dim) const;
    computation_state *add(const std::string &name, const std::string &suffix,
                           const std::vector<iterator> &iterators, const isl::set &domain);
    std::string free_name(const std::string &wish) const;
    /// Dimension of the source that an iterator of one of its definitions stands for; -1 if none.
    static int dimension_of(const computation_state &definition, const std::string &iterator);
    staging::computed_part add_computed(computation_state &definition);
    void require_no_recursion(const computation_state &definition) const;
    // { [l] -> D[o] }: the window's corner in the iterators that name dimensions of the source
    isl::map offset_of(const computation_state &definition) const;
    /// What was said of the source's loops holds for those in the window.
    void replay_commands(const computation_state &definition, computation_state &made) const;

    std::vector<std::unique_ptr<computation_state>> states_;
};

/// The command for a computation that has `around` more loops outside.
command moved_inside(command given, const computation_state &made, int around);

} // namespace tiramisu::core
