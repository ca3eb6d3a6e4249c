#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/linear.h"
#include "support/random_program.h"

namespace tiramisu::oracle {

/// Iterators of a definition with what is known of their values.
struct iterator_space {
    std::vector<var> iterators;
    /// By name of iterator: the value that it counts from, and how far it is from there. What reads
    /// and is stored is indexed by that distance.
    std::map<std::string, std::int64_t> bases;
    std::map<std::string, range> ranges;

    bool has_base(const expr &iterator) const { return bases.count(iterator.get_name()) > 0; }
    bool has_bases() const { return !bases.empty(); }
};

/// Draws one program. What it draws, and in which order, is what a seed stands for.
class program_generator {
public:
    program_generator(random_source &random, const feature_set &features) : random_(random) {
        program_.features = features;
    }

    random_program make();
    /// Whether the judges, which look at all elements again and again, come to an end.
    bool has_small_buffers() const;

private:
    random_source &random_;
    random_program program_;
    std::map<std::string, expr> parameter_names_;
    std::map<std::string, std::vector<linear>> extents_; ///< needed, by buffer
    int names_ = 0;
    bool has_bounds_ = false, bounds_are_hostile_ = false;
    static constexpr int most_bounded = 5;
    std::set<std::string> transposed_, blocked_;  ///< names of definitions
    std::map<std::string, iterator_space> based_; ///< of definitions with iterators that have bases
    std::map<std::string, iterator_space> updatable_; ///< of those that an update may still change

    bool has(feature one) const { return program_.features.has(one); }
    bool has_parameter() const { return !program_.parameters.empty(); }
    std::int64_t largest(const linear &number) const;
    void make_parameters();
    primitive_t random_type();
    void make_inputs();
    /// An input that bounds of iterators are read from.
    void make_bounds();
    /// Now and then a computation takes over the buffer of one before it, of the same shape.
    void share_buffers();
    void finish_sizes();

    // random_domains.cpp

    expr bound_at(const expr &index) const;
    /// From R(row) to R(row + 1), or to R(row).
    var read_bounds(const iterator_space &space, const std::string &name, range &values);
    linear parameter() const;
    range range_of(const iterator_space &space, const expr &iterator) const;
    void add_iterator(iterator_space &space, const std::string &name, int dims, bool may_be_empty);
    /// From below 0, or to the last number of 32 bits.
    void add_based_iterator(iterator_space &space, const std::string &name);
    /// How far the iterator is from its base.
    static expr distance(const iterator_space &space, const expr &iterator);
    /// Far from 0 what reads them may not be in reach.
    bool is_far(const program_definition &made) const;
    iterator_space make_space(int dims);

    // random_values.cpp

    struct affine {
        expr text;
        range values;
    };
    /// An index that is outside of the buffer here and there, and when it is inside.
    struct guarded_index {
        expr index, is_inside;
    };
    affine scaled(const iterator_space &space, const var &iterator, int factor) const;
    affine sum(const affine &a, const affine &b) const;
    affine shifted(affine index, const linear &by) const;
    affine random_affine(const iterator_space &space, std::optional<std::size_t> preferred);
    void need(const std::string &buffer, std::size_t dim, const linear &highest);
    expr read(const program_definition &from, const iterator_space &space);
    void need_index(const program_definition &from, std::size_t d, const linear &highest);
    /// The value of an iterator of `from` that is so far from its base.
    expr from_base(const program_definition &from, std::size_t d, const expr &distance) const;
    guarded_index index_behind_guard(const program_definition &from, const iterator_space &space,
                                     std::size_t d);
    /// Reads behind guards, of which one keeps an index inside.
    expr guarded_read(primitive_t type, const program_definition &from,
                      const iterator_space &space);
    /// An input read where memory says, if that is inside.
    expr gather(primitive_t type, const iterator_space &space);
    /// Reads `from` in its own iterators: at distance `offsets`.
    expr read_near(const program_definition &from, const std::vector<expr> &around,
                   const std::vector<int> &offsets);
    /// Terms of terms have no guards.
    expr term(primitive_t type, const iterator_space &space, int depth = 0);
    /// A float that no integer type but the widest is sure to hold goes through that one. Wide
    /// integers become floats by way of a narrow one: sums of floats may be reassociated, which
    /// gives the interpreter's bits only if nothing is rounded.
    static expr cast_once(primitive_t type, const expr &value);
    expr value(primitive_t type, const iterator_space &space, int depth);
    expr random_predicate(const iterator_space &space);
    /// What it reads on the right is there if what stands on the left says so.
    expr guarded_predicate(const iterator_space &space);

    // random_computations.cpp

    std::string next_name();
    /// A definition with a buffer of its own, in the program from now on.
    program_definition &add_definition(const iterator_space &space, primitive_t type,
                                       const std::string &name);
    void transpose(program_definition &made);
    /// (i, j) lies in {i / w, j, i % w}: rows of w neighbours side by side.
    void block(program_definition &made);
    void make_computation(int number);
    void read_itself(program_definition &made, const iterator_space &space);
    /// An element before or behind its own, if there is one.
    expr guarded_self(const program_definition &made, const iterator_space &space);
    /// A reduction of `self` that is no single operation on it.
    expr chain_of(const expr &self, const expr &first, const expr &second);
    void add_update(const std::string &name, const iterator_space &outer, int number);
    /// An update of a computation before the last one, declared behind that.
    void add_late_update();

    // random_shapes.cpp

    /// P(t, i) from Q(t-1, ..) and Q(t, i) from P(t, ..): one loop over t is the meaning.
    void make_time_stepped_pair();
    /// S(i, j) is kept in a row or in one element until T(i, j) has read it, in loops that they
    /// share: each iteration of a parallel loop needs a copy of its own, and live ranges may change
    /// places. Now and then S is a sum, or a product.
    void make_contracted_pair();
    /// T(i, j) reads a few rows of S, which are all that is kept of it: row i lies in i % rows.
    void make_rolling_pair();
    /// The same where nothing, or not enough, says that the loops are shared.
    void make_modular_pair();
    void make_rows();
    /// One computation over t and x that is stored in few elements.
    void make_folded();
    /// Reads the last row of a folded computation.
    void make_reader(const std::string &folded, const var &x);
};

} // namespace tiramisu::oracle
