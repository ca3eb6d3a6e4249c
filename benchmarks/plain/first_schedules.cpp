#include <algorithm>
#include <functional>

#include "plain/comparison.h"
#include "sets.h"
#include "thread_setting.h"

// The schedules that people write first, of one to three commands, against the same programs
// without any: none may make a program slower on one thread.

namespace tiramisu::bench {

namespace {

struct first_schedule {
    std::string problem, variant;
    std::vector<command> commands;
};

command parallelize(const std::string &what, const std::string &loop) {
    return {what, "parallelize", {loop_reference(loop)}};
}
command vectorize(const std::string &what, const std::string &loop) {
    return {what, "vectorize", {loop_reference(loop), 8}};
}
command unroll(const std::string &what, const std::string &loop) {
    return {what, "unroll", {loop_reference(loop), 4}};
}
command interchange(const std::string &what, const std::string &one, const std::string &other) {
    return {what, "interchange", {loop_reference(one), loop_reference(other)}};
}
command tile(const std::string &what, const std::string &one, const std::string &other,
             int size = 32) {
    return {what, "tile", {loop_reference(one), loop_reference(other), size, size}};
}
command tile(const std::string &what, const std::string &one, const std::string &middle,
             const std::string &other) {
    return {what,
            "tile",
            {loop_reference(one), loop_reference(middle), loop_reference(other), 32, 32, 32}};
}
command split(const std::string &what, const std::string &loop) {
    return {what, "split", {loop_reference(loop), 16}};
}

std::vector<first_schedule> schedules_of_products() {
    const std::string dot = "c_update_1", sum = "out_update_1", doitgen = "r_update_1";
    return {
        {"gemm", "parallelize", {parallelize("c", "i")}},
        {"gemm", "vectorize", {vectorize("c", "j")}},
        {"gemm", "parallelize+vectorize", {parallelize("c", "i"), vectorize("c", "j")}},
        {"gemm", "unroll", {unroll("c", "k")}},
        {"gemm", "unroll_innermost", {unroll("c", "j")}},
        {"gemm", "tile", {tile("c", "k", "j")}},
        {"gemm_dot", "parallelize", {parallelize(dot, "i")}},
        {"gemm_dot", "parallelize_j", {parallelize(dot, "j")}},
        {"gemm_dot", "vectorize", {vectorize(dot, "j")}},
        {"gemm_dot", "interchange", {interchange(dot, "j", "k")}},
        {"gemm_dot", "interchange+vectorize", {interchange(dot, "j", "k"), vectorize(dot, "j")}},
        {"gemm_dot", "unroll", {unroll(dot, "k")}},
        {"gemm_nt", "vectorize_sum", {vectorize("c", "k")}},
        {"syrk", "vectorize", {vectorize("c", "j")}},
        {"trmm", "vectorize", {vectorize("sum", "j")}},
        {"doitgen", "parallelize", {parallelize(doitgen, "q")}},
        {"doitgen", "vectorize", {vectorize(doitgen, "p")}},
        {"covariance", "parallelize", {parallelize("ce", "i")}},
        {"covariance", "vectorize", {vectorize("ce", "j")}},
        {"convolution", "parallelize", {parallelize(sum, "o")}},
        {"convolution", "vectorize", {vectorize(sum, "x")}},
        {"convolution", "unroll", {unroll(sum, "kx")}},
        {"convolution", "parallelize+vectorize", {parallelize(sum, "o"), vectorize(sum, "x")}},
    };
}

std::vector<first_schedule> schedules_of_tiles() {
    const std::string dot = "c_update_1", sum = "out_update_1";
    return {
        {"gemm", "tile_16", {tile("c", "k", "j", 16)}},
        {"gemm", "tile+vectorize", {tile("c", "k", "j"), vectorize("c", "j_inner")}},
        {"gemm",
         "tile+vectorize+unroll",
         {tile("c", "k", "j"), vectorize("c", "j_inner"), unroll("c", "k_inner")}},
        {"gemm", "split", {split("c", "j")}},
        {"gemm", "vectorize+unroll", {vectorize("c", "j"), unroll("c", "k")}},
        {"gemm_dot", "tile", {tile(dot, "i", "j")}},
        {"gemm_dot", "tile_all", {tile(dot, "i", "j", "k")}},
        {"gemm_dot", "tile_sum", {tile(dot, "j", "k")}},
        {"gemm_dot", "tile+vectorize", {tile(dot, "i", "j"), vectorize(dot, "j_inner")}},
        {"gemm_dot", "tile+unroll", {tile(dot, "i", "j"), unroll(dot, "j_inner")}},
        {"gemm_dot",
         "tile+parallelize+vectorize",
         {tile(dot, "i", "j"), parallelize(dot, "i_outer"), vectorize(dot, "j_inner")}},
        {"gemm_dot",
         "interchange+tile+vectorize",
         {interchange(dot, "j", "k"), tile(dot, "k", "j"), vectorize(dot, "j_inner")}},
        {"gemm_dot", "vectorize+unroll", {vectorize(dot, "j"), unroll(dot, "k")}},
        {"convolution", "tile", {tile(sum, "y", "x")}},
        {"convolution", "tile_8", {tile(sum, "y", "x", 8)}},
        {"convolution", "tile+vectorize", {tile(sum, "y", "x"), vectorize(sum, "x_inner")}},
        {"convolution", "vectorize+unroll", {vectorize(sum, "x"), unroll(sum, "kx")}},
        {"mvt", "tile", {tile("p", "i", "j"), tile("q", "i", "j")}},
        {"gemver", "tile", {tile("p", "i", "j"), tile("q", "i", "j")}},
        {"syrk", "tile", {tile("c", "k", "j")}},
        {"doitgen", "tile", {tile("r_update_1", "i", "p")}},
        {"covariance", "tile", {tile("ce", "i", "j")}},
        {"blur", "tile", {tile("mid", "i", "j"), tile("out", "i1", "j")}},
        {"heat_3d", "tile", {tile("p", "i", "j", "k"), tile("r", "i", "j", "k")}},
        {"jacobi_2d",
         "tile+vectorize",
         {tile("p", "i", "j"), tile("r", "i", "j"), vectorize("p", "j_inner"),
          vectorize("r", "j_inner")}},
        {"jacobi_2d",
         "tile+parallelize",
         {tile("p", "i", "j"), tile("r", "i", "j"), parallelize("p", "i_outer"),
          parallelize("r", "i_outer")}},
    };
}

std::vector<first_schedule> schedules_of_vectors() {
    return {
        {"mvt", "parallelize", {parallelize("p", "i"), parallelize("q", "i")}},
        {"mvt", "vectorize", {vectorize("p", "j")}},
        {"mvt", "vectorize_columns", {vectorize("q", "i")}},
        {"mvt", "interchange", {interchange("q", "i", "j")}},
        {"mvt", "interchange+vectorize", {interchange("q", "i", "j"), vectorize("q", "i")}},
        {"mvt", "unroll", {unroll("p", "j")}},
        {"gemver", "parallelize", {parallelize("p", "i"), parallelize("q", "i")}},
        {"gemver", "vectorize", {vectorize("p", "j")}},
        {"axpy", "parallelize", {parallelize("c", "i")}},
        {"axpy", "vectorize", {vectorize("c", "i")}},
        {"axpy", "unroll", {unroll("c", "i")}},
        {"relu", "vectorize", {vectorize("c", "i")}},
        {"gather", "vectorize", {vectorize("c", "i")}},
        {"dot", "vectorize", {vectorize("c_update_1", "i")}},
        {"transpose", "parallelize", {parallelize("c", "i")}},
        {"transpose", "vectorize", {vectorize("c", "j")}},
        {"transpose", "tile", {tile("c", "i", "j")}},
        {"lu", "vectorize", {vectorize("u", "jj")}},
        {"lu_kij", "vectorize", {vectorize("u", "j")}},
        {"lu_kij", "parallelize", {parallelize("u", "i")}},
        {"cholesky", "vectorize_sum", {vectorize("sub", "k")}},
    };
}

std::vector<first_schedule> schedules_of_stencils() {
    return {
        {"jacobi_1d", "vectorize", {vectorize("p", "i"), vectorize("r", "i")}},
        {"jacobi_1d", "unroll", {unroll("p", "i"), unroll("r", "i")}},
        {"jacobi_2d", "parallelize", {parallelize("p", "i"), parallelize("r", "i")}},
        {"jacobi_2d", "vectorize", {vectorize("p", "j"), vectorize("r", "j")}},
        {"jacobi_2d", "vectorize_one", {vectorize("p", "j")}},
        {"jacobi_2d", "tile", {tile("p", "i", "j"), tile("r", "i", "j")}},
        {"heat_3d", "vectorize", {vectorize("p", "k"), vectorize("r", "k")}},
        {"heat_3d", "parallelize", {parallelize("p", "i"), parallelize("r", "i")}},
        {"fdtd_2d", "vectorize_one", {vectorize("e1", "j")}},
        {"blur", "parallelize", {parallelize("mid", "i"), parallelize("out", "i1")}},
        {"blur", "vectorize", {vectorize("mid", "j"), vectorize("out", "j")}},
        {"blur", "vectorize_one", {vectorize("mid", "j")}},
        {"blur", "unroll", {unroll("mid", "j"), unroll("out", "j")}},
    };
}

const plain_problem &problem_of(const std::vector<plain_problem> &all, const std::string &id) {
    return *std::find_if(all.begin(), all.end(), [&](const auto &one) { return one.id == id; });
}

compiled_function compiled_with(const plain_problem &problem, primitive_t type,
                                const std::vector<command> &commands) {
    scheduled_function declared = problem.declare(type);
    // What the program says of the order of its computations stays.
    schedule whole = declared.what.get_schedule();
    for (const command &one : commands) {
        whole = whole.with(one);
    }
    declared.what.set_schedule(whole);
    return declared.compile();
}

void run_schedule(session &here, const plain_problem &problem, const first_schedule &first,
                  primitive_t type) {
    if (!here.wants(id_of(problem, type))) {
        return;
    }
    const thread_setting one_thread(1);
    side ours(problem, type, compiled_with(problem, type, first.commands));
    side theirs(problem, type, compiled_with(problem, type, {}));
    row one = compared(here, problem, type, ours, theirs, "unscheduled",
                       "the program without a schedule");
    one.variant = first.variant;
    here.add(one);
}

} // namespace

void run_first_schedules(session &here) {
    std::vector<std::function<void(session &)>> parts;
    const std::vector<plain_problem> problems = plain_problems();
    for (const auto &group : {schedules_of_products(), schedules_of_tiles(), schedules_of_vectors(),
                              schedules_of_stencils()}) {
        for (const first_schedule &first : group) {
            for (const primitive_t type : {p_float32, p_float64}) {
                parts.emplace_back([problem = problem_of(problems, first.problem), first,
                                    type](session &in) { run_schedule(in, problem, first, type); });
            }
        }
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
