#pragma once

#include <iostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/type.h"
#include "tiramisu/var.h"

struct isl_set;

namespace tiramisu {

class buffer;
class computation;
class constant;
class function;

/// What only programs for the older Tiramisu call on a function, in its spelling. Every `function`
/// inherits it.
class older_function_calls {
public:
    // Code.

    /// Without options arguments may have other types and extents than are declared (see
    /// options::checks). With `cuda` options::target is "host-cuda". Throws unsupported_error for a
    /// Python module.
    void codegen(const std::vector<buffer *> &arguments, const std::string &object,
                 bool cuda = false, bool python = false,
                 source_place where = source_place::current());

    // codegen() in upstream's five steps. The last one does the work, for the schedule as it is
    // then; those before it only check that they come in order.

    void set_arguments(const std::vector<buffer *> &arguments,
                       source_place where = source_place::current());
    void gen_time_space_domain(source_place where = source_place::current());
    void gen_isl_ast(source_place where = source_place::current());
    void gen_halide_stmt(source_place where = source_place::current());
    void gen_halide_obj(const std::string &object, bool python = false,
                        source_place where = source_place::current());
    /// gen_halide_obj() compiles functions with loops on a GPU for CUDA.
    void gen_cuda_stmt(source_place where = source_place::current());

    // Definitions.

    /// set_context_set() of isl's own object.
    void set_context_set(isl_set *set, source_place where = source_place::current());
    /// Null if there is none of that name.
    constant *get_invariant_by_name(const std::string &name) const;
    /// Gives computations that have no buffer one that holds their domain: an input of the function
    /// for inputs, an output for what no computation reads, a temporary for all others.
    void allocate_and_map_buffers_automatically(source_place where = source_place::current());
    /// The domain of each computation that others read, and that has no updates, becomes just what
    /// they read, beginning with those that nobody reads. Throws user_error after the first
    /// command that changes loops (commands on the order do not), and where an index is not affine.
    void compute_bounds(source_place where = source_place::current());

    // Questions. The schedule is that of the moment, so nothing has to be prepared.

    bool check_legality_for_function(source_place where = source_place::current());
    /// Takes the order as scheduled at this moment for the meaning of the program.
    void perform_full_dependency_analysis(source_place where = source_place::current());
    void performe_full_dependency_analysis(source_place where = source_place::current()) {
        perform_full_dependency_analysis(where);
    }
    void prepare_schedules_for_legality_checks(bool reset_static_dimensions = false);
    void align_schedules();
    /// Whether the loop, which the computations share, may run in parallel (on lanes of vectors).
    bool loop_parallelization_is_legal(const var &loop, const std::vector<computation *> &fused,
                                       source_place where = source_place::current()) const;
    bool loop_vectorization_is_legal(const var &loop, const std::vector<computation *> &fused,
                                     source_place where = source_place::current()) const;
    /// Whether the loop has the same, constant number of iterations each time.
    bool loop_unrolling_is_legal(const var &loop, const std::vector<computation *> &fused,
                                 source_place where = source_place::current()) const;
    /// check_legality_of_function() for dependences among these computations only.
    bool check_partial_legality_in_function(const std::vector<computation *> &computations,
                                            source_place where = source_place::current()) const;

    // Searches, as legal_skews(): they change nothing.

    /// First rows (a, b) of legal_skews: outer parallel (the simplest one, if any), inner parallel
    /// (the `count` simplest), and those of tilable skews (the `count` simplest).
    std::tuple<std::vector<std::pair<int, int>>, std::vector<std::pair<int, int>>,
               std::vector<std::pair<int, int>>>
    skewing_local_solver(const std::vector<computation *> &computations, const var &outer,
                         const var &inner, int count,
                         source_place where = source_place::current()) const;
    /// All four factors (a, b, c, d) of skews that are tilable as well: outer parallel, inner
    /// parallel, and all; at most `count` of each, the simplest ones.
    using four_factors = std::tuple<int, int, int, int>;
    std::tuple<std::vector<four_factors>, std::vector<four_factors>, std::vector<four_factors>>
    skewing_local_solver_positive(const std::vector<computation *> &computations, const var &outer,
                                  const var &inner, int count,
                                  source_place where = source_place::current()) const;
    /// For each of `loops`, which are loops of `current` shared with the last of `previous`, how
    /// far to shift it so that `current` may come after `previous` inside the last of them: the
    /// smallest such shifts, outer loops first, none negative, for the dependences between
    /// `current` and `previous`. Empty if no shift is enough. The order need not have been given
    /// yet.
    std::vector<std::tuple<var, int>>
    correcting_loop_fusion_with_shifting(const std::vector<computation *> &previous,
                                         const computation &current, const std::vector<var> &loops,
                                         source_place where = source_place::current()) const;

    // Printed.

    /// Of the arguments that were set.
    void dump_halide_stmt(std::ostream &out = std::cout,
                          source_place where = source_place::current()) const;
    /// loops_text()
    void gen_c_code(std::ostream &out = std::cout,
                    source_place where = source_place::current()) const;
    /// algorithm_text(), and schedule_text() if asked for.
    void dump(bool exhaustive = false) const;
    /// dependences_text()
    void dump_dep_graph(std::ostream &out = std::cout,
                        source_place where = source_place::current()) const;
    /// schedule_outline()
    void dump_schedule(std::ostream &out = std::cout,
                       source_place where = source_place::current()) const;
    void dump_sched_graph(std::ostream &out = std::cout,
                          source_place where = source_place::current()) const {
        dump_schedule(out, where);
    }
    /// Of each computation.
    void dump_iteration_domain(std::ostream &out = std::cout) const;
    /// For each computation { S[i, j] -> [s0, l0, s1, ...] }, the order in which instances run.
    void dump_time_processor_domain(std::ostream &out = std::cout,
                                    source_place where = source_place::current()) const;
    void dump_trimmed_time_processor_domain(std::ostream &out = std::cout,
                                            source_place where = source_place::current()) const {
        dump_time_processor_domain(out, where);
    }

protected:
    older_function_calls() = default;

private:
    function &self();
    const function &self() const;
};

// The same of the implicit function.

void codegen(const std::vector<buffer *> &arguments, const std::string &object, bool cuda = false,
             bool python = false, source_place where = source_place::current());
bool check_legality_of_function(source_place where = source_place::current());
void prepare_schedules_for_legality_checks(bool reset_static_dimensions = false);
bool loop_parallelization_is_legal(const var &loop, const std::vector<computation *> &fused,
                                   source_place where = source_place::current());
bool loop_vectorization_is_legal(const var &loop, const std::vector<computation *> &fused,
                                 source_place where = source_place::current());
bool loop_unrolling_is_legal(const var &loop, const std::vector<computation *> &fused,
                             source_place where = source_place::current());
void perform_full_dependency_analysis(source_place where = source_place::current());
inline void performe_full_dependency_analysis(source_place where = source_place::current()) {
    perform_full_dependency_analysis(where);
}

namespace global {
/// Computations without storage always get a buffer: nothing changes.
inline void set_auto_data_mapping(bool) {}
inline bool is_auto_data_mapping_set() {
    return true;
}
} // namespace global

} // namespace tiramisu
