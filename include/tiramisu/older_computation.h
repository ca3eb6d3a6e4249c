#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/expr.h"
#include "tiramisu/other_targets.h"

struct isl_map;

namespace tiramisu {

class buffer;
class computation;
class function;
class var;

/// What only programs for the older Tiramisu ask of a computation: definitions, storage, questions
/// and printing in its spelling, and calls for other targets. Every `computation` inherits it.
class older_computation_calls {
public:
    // Definitions.

    /// One more definition, made after the ones before it: over a set in isl's notation that has
    /// this computation's name. get_update(1) is the first of them.
    void add_definitions(const std::string &isl_domain, const expr &value, bool schedule,
                         primitive_t type, function *owner,
                         source_place where = source_place::current());
    /// `name` in the expression of this definition, given before or after, means `value`, which may
    /// name what was let before.
    computation &add_associated_let_stmt(const std::string &name, const expr &value,
                                         source_place where = source_place::current());
    computation &get_update(int k, source_place where = source_place::current());
    computation &get_last_update();

    // Storage.

    /// "{C[i,j]->b[j,i]}"
    computation &set_access(const std::string &isl_map,
                            source_place where = source_place::current());
    computation &set_access(::isl_map *map, source_place where = source_place::current());
    /// Makes the buffer that the values would get when code is generated, for use as an argument
    /// or by other computations. Nothing if there is a buffer already.
    void allocate_and_map_buffer_automatically(argument_t role = a_temporary,
                                               source_place where = source_place::current());
    /// That buffer, made as a temporary if there is none yet.
    buffer *get_automatically_allocated_buffer(source_place where = source_place::current());

    // Questions.

    /// The computation that an ordering command has put directly before (after) this one; null if
    /// there is none.
    computation *get_predecessor() const;
    computation *get_successor() const;
    bool is_inline_computation() const;
    int get_loop_level_number_from_dimension_name(const std::string &loop) const;
    // NOLINTNEXTLINE(readability-identifier-naming): the older name
    int compute_maximal_AST_depth() const; ///< number of loops that run more than once
    /// check_legality_of_function() for the dependences between this computation and the other.
    bool involved_subset_of_dependencies_is_legal(computation *other,
                                                  source_place where = source_place::current());
    bool unrolling_is_legal(const var &loop, source_place where = source_place::current()) const;

    // Printed: the domain in isl's notation, the commands on the computation, both.

    void dump_iteration_domain(std::ostream &out = std::cout) const;
    void dump_schedule(std::ostream &out = std::cout) const;
    void dump(std::ostream &out = std::cout) const;

    /// cache_read(values, level, memory::shared), filled by all threads of the block. `shape` has
    /// to hold what an iteration of `level` reads, which begins at `offsets`; with `pad`, rows are
    /// an element longer. Returns the copy.
    computation *cache_shared(computation &values, const var &level, const std::vector<int> &shape,
                              const std::vector<expr> &offsets, bool pad = false,
                              source_place where = source_place::current());

    // Other targets, by upstream's names. They throw unsupported_error.

    void tag_distribute_level(const detail::located_argument &loop) {
        refuse_target("tag_distribute_level", "several processes", loop.where());
    }
    void drop_rank_iter(const var &, source_place where = source_place::current()) {
        refuse_target("drop_rank_iter", "several processes", where);
    }
    void gen_communication(source_place where = source_place::current()) {
        refuse_target("gen_communication", "several processes", where);
    }
    void gen_communication(const var &, source_place where = source_place::current()) {
        refuse_target("gen_communication", "several processes", where);
    }
    void set_wait_access(const std::string &, source_place where = source_place::current()) {
        refuse_target("set_wait_access", "several processes", where);
    }
    void collapse_many(const std::vector<collapse_group> &,
                       source_place where = source_place::current()) {
        refuse_target("collapse_many", "several processes", where);
    }
    template <typename... Arguments>
    static xfer create_xfer(const detail::located_argument &domain, const Arguments &...) {
        detail::refuse_messages("computation::create_xfer", domain.where());
    }

protected:
    older_computation_calls() = default;

private:
    computation &self();
    const computation &self() const;
    [[noreturn]] void refuse_target(const std::string &call, const std::string &target,
                                    source_place where) const;
};

} // namespace tiramisu
