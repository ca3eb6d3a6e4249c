#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/isl.h"
#include "polyhedral/loop_kind.h"

namespace tiramisu::poly {

/// What a loop on a GPU takes of the grid.
struct device_dimension {
    int number = 0; ///< 0 is the innermost
    /// Of loops on threads: all values that the iterator can have, `threads` of them from
    /// `first_thread` on.
    long first_thread = 0, threads = 0;
    std::optional<long> first_block; ///< of loops on blocks: the least of all values, if constant
};

/// What the schedule says of one generated loop.
struct loop_info {
    std::string name; ///< as the user named it; of a fused loop, the first statement's name
    loop_kind kind = loop_kind::serial;
    int masked_lanes = 0; ///< see scheduled_statement
    /// Set for a vectorized or unrolled loop that was not separated. Where it has `whole_width`
    /// iterations, which then begin at `whole_first`, it runs as its kind says; elsewhere its
    /// iterations run one by one.
    long whole_width = 0, whole_first = 0;
    int whole_size = 0;                  ///< see whole_size() of loop_space.h
    int level = 0;                       ///< number of loops around it
    std::vector<std::string> statements; ///< that run inside
    /// For vectorized loops: the lanes accumulate into one element, which needs a horizontal
    /// reduction for the statements named here.
    std::vector<std::string> reductions;
    /// For serial loops: statements that update one element in all iterations, which nothing else
    /// touches while the loop runs.
    std::vector<std::string> accumulators = {};
    /// For serial loops: the statement that updates the same elements in all iterations, one in
    /// each lane and copy of the loops inside, which nothing else touches while the loop runs.
    std::string accumulated_tile = {};
    /// Temporaries of which every iteration has its own copy: allocated inside the loop body.
    std::vector<std::string> private_buffers;
    device_dimension device; ///< of loops on a GPU
    /// Of unrolled and vectorized loops of one thread: the least and the greatest value that the
    /// iterator has anywhere, if constant.
    std::optional<std::pair<long, long>> values;
    std::set<std::string> copied_ahead = {}; ///< of pipelined loops: buffers of windows
};

/// What runs as one kernel of a GPU.
struct kernel_place {
    std::string name; ///< of its outermost loop
    int level = 0;    ///< of that loop
};

/// One iteration of a loop on a GPU. isl leaves out the loop where it has one.
struct device_iteration {
    int level = 0;       ///< of the loop
    isl::ast_expr value; ///< that it has there
    loop_kind kind = loop_kind::gpu_block;
    std::vector<std::string> statements; ///< that run inside
    device_dimension device;
};

/// A buffer that one iteration of the loops 0..level has for itself.
struct scoped_buffer {
    std::string name;
    int level = -1;
    std::vector<std::string> statements; ///< that use it
};

/// One way to compute the value of a parameter of the loops inside a mark: it is bound number
/// `bound` of `statement` for the given values of the statement's iterators.
struct value_source {
    std::string statement;
    std::size_t bound = 0;
    std::string text;                       ///< the value in the user's words
    std::map<int, isl::ast_expr> iterators; ///< by dimension, those that the value needs
    isl::ast_expr is_valid;                 ///< a condition: the statement runs here
};

/// A parameter that the loops inside a mark have. The value of any valid source is its value;
/// without one it does not matter.
struct run_time_value {
    std::string parameter;
    std::vector<value_source> sources;
};

/// How loops were made.
enum class loop_form {
    separated, ///< complete vectors and unrolled loops in nests of their own
    checked,   ///< in one nest, which finds out while it runs whether they are complete
    guarded    ///< the same for more iterations than run: each asks whether it does
};

/// A loop nest. Every `for` node carries an annotation whose id name is a key of `loops`, every
/// mark node one that is a key of `values`, `kernels` or `device_iterations`; every user node's
/// expression is a call S(i, j): statement id and the values of its iterators.
struct ast {
    isl::ast_node root;
    std::map<std::string, loop_info> loops;
    std::map<std::string, std::vector<run_time_value>> values;
    std::map<std::string, kernel_place> kernels;
    std::map<std::string, device_iteration> device_iterations;
    std::vector<scoped_buffer> scoped_buffers;
    /// By statement: the number of leading iterators that only repeat loops around it, which texts
    /// leave out.
    std::map<std::string, int> repeated_loops;
    loop_form form = loop_form::separated;
    /// Whether the schedule says what registers hold: then loops run as they are and no otherwise.
    bool registers_are_scheduled = false;
    /// Pairs of statements, either way round, of which instances in two threads of one block of a
    /// GPU may touch one element.
    std::set<std::pair<std::string, std::string>> exchanging = {};
    /// Temporaries of kernels whose elements each are touched by one thread of a block alone.
    std::set<std::string> thread_buffers = {};
    /// By statement that runs on threads of a GPU: the number of loops on threads around it.
    std::map<std::string, int> thread_loops = {};
};

/// Name of the annotation of a node; empty if there is none.
std::string annotation_of(const isl::ast_node &node);

/// The nodes right below a node, in their order.
std::vector<isl::ast_node> children_of(const isl::ast_node &node);

/// The id of the statement that a call S(i, j) runs.
std::string statement_of(const isl::ast_expr_op &call);

struct scheduled_statement;

/// Generates the loops of a schedule, under assumed constraints on parameters. Where that takes isl
/// more than a bounded amount of work, or gives too many copies of a statement, the loops are made
/// in the next simpler form. Throws isl::exception where even the simplest takes too much work.
ast generate_ast(const std::vector<scheduled_statement> &all, const isl::set &context);

/// The loops as text, C-like, with their kinds as comments.
std::string to_text(const ast &loops);

} // namespace tiramisu::poly
