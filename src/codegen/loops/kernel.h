#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"
#include "codegen/loops/block_parts.h"
#include "codegen/loops/linear_index.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// Shared memory that every device has for one block, in bytes.
constexpr std::int64_t most_shared_bytes = 48 * 1024;

/// One kernel while its loops are built. All of it becomes the body of one nest of loops on blocks,
/// then on threads, whose extents are the largest that it needs; where a loop has fewer iterations,
/// an if keeps the others out. Every thread goes through everything that stands outside of loops on
/// threads, so that they meet at barriers.
class kernel {
public:
    /// `function` is what errors call the function that it is part of.
    kernel(std::string name, std::string function, const poly::ast &ast);

    /// The number of the block, or of the thread, in a dimension.
    Halide::Expr block(int dimension) const;
    Halide::Expr thread(int dimension) const;

    /// A loop on blocks runs as long as this lives: the dimension is taken.
    class dimension_taken {
    public:
        dimension_taken(std::set<int> &taken, int dimension)
            : taken_(taken), dimension_(dimension) {
            taken_.insert(dimension);
        }
        ~dimension_taken() { taken_.erase(dimension_); }
        dimension_taken(const dimension_taken &) = delete;
        dimension_taken &operator=(const dimension_taken &) = delete;

    private:
        std::set<int> &taken_;
        int dimension_;
    };
    dimension_taken on_blocks(int dimension) { return {blocks_, dimension}; }
    bool has_blocks(int dimension) const { return blocks_.count(dimension) > 0; }
    bool has_threads(int dimension) const { return threads_.count(dimension) > 0; }
    dimension_taken on_threads(int dimension) { return {threads_, dimension}; }
    /// The same by how many threads such a loop has in the whole kernel.
    dimension_taken on_so_many_threads(int dimension, long count) {
        return {count > 1 ? several_ : single_, dimension};
    }

    /// Launches as many blocks and threads.
    void need_blocks(int dimension, const Halide::Expr &extent);
    void need_threads(int dimension, long count);

    /// What names that are defined inside can stand for, so that launches do without them.
    void define(const std::string &name, const Halide::Expr &least, const Halide::Expr &greatest);
    void define_from_memory(const std::string &name, const Halide::Expr &value);
    const name_values &values() const { return values_; }
    /// Whether a value differs between blocks or threads, or iterations of loops in the kernel.
    bool varies(const Halide::Expr &value) const;

    bool is_in_threads() const { return !threads_.empty(); }

    /// The statement in the one block and thread that run it: where it stands in fewer loops than
    /// others do, the first of each dimension that it has none of.
    hir::Stmt only_once(const std::string &id, const hir::Stmt &statement);

    /// What one thread does, or every thread of a loop, with a barrier before it if it touches what
    /// other threads have touched since the last one.
    hir::Stmt after_barrier(const hir::Stmt &leaf);

    /// A barrier before a loop in which these statements run, which needs none inside then; nothing
    /// if it would save none.
    hir::Stmt barrier_before_loop(const std::vector<std::string> &statements);

    /// Statements that may have run since the last barrier.
    using statement_set = block_parts::statement_set;
    const statement_set &unsynchronised() const { return unsynchronised_; }
    void set_unsynchronised(statement_set statements) { unsynchronised_ = std::move(statements); }

    /// What blocks `from` to `to` - 1 of a dimension do, or any blocks where these are not known.
    /// They wait for nothing that other blocks alone do, which isl's loops over parts of a domain
    /// put before it.
    hir::Stmt in_blocks(int dimension, const Halide::Expr &from, const Halide::Expr &to,
                        const std::function<hir::Stmt()> &build);

    /// The loop with what its iterations copy into these windows read one iteration ahead.
    hir::Stmt pipelined(const hir::Stmt &loop, const std::set<std::string> &windows,
                        name_supply &supply) const;

    /// Memory that `body` has for itself: registers of a thread, or shared memory of a block.
    hir::Stmt allocate(const buffer_layout &buffer, const hir::Stmt &body, name_supply &supply);

    /// The nest around all that was built.
    hir::Stmt around(const hir::Stmt &body) const;

private:
    std::string name_, function_;
    const poly::ast &ast_;
    std::set<int> blocks_, threads_; ///< dimensions of loops around
    std::set<int> several_, single_; ///< those of loops on several threads, and on one
    std::map<int, Halide::Expr> block_counts_;
    std::map<int, long> thread_counts_;
    name_values values_;
    std::set<std::string> bound_sources_; ///< buffers that bounds are read from
    statement_set leaf_, unsynchronised_;
    block_parts parts_;
    bool is_displaced_ =
        false; ///< a statement of the leaf runs on another thread than its loops say

    [[noreturn]] void refuse(const std::string &problem) const;
    bool must_wait() const;
    bool exchange(const statement_set &before, const statement_set &now) const;
    void require_fixed_bounds(const hir::Stmt &body) const;
    hir::Stmt without_unused_dimensions(hir::Stmt body) const;
};

} // namespace tiramisu::lower
