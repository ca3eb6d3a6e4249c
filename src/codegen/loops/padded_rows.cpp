#include "codegen/loops/padded_rows.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

namespace {

/// The largest array that is padded, in bytes: twice what 32 vectors of 512 bits hold.
constexpr std::int64_t largest_in_registers = 4096;

/// A vectorized loop with masks.
struct masked_loop {
    std::string iterator; ///< in isl's loops
    int lanes;
};

/// Along which dimension of a buffer masked vectors run, and how long these are.
struct masked_rows {
    std::size_t dimension;
    int lanes;
};

bool uses(const isl::ast_expr &value, const std::string &iterator) {
    if (value.isa<isl::ast_expr_id>()) {
        return value.as<isl::ast_expr_id>().id().name() == iterator;
    }
    if (value.isa<isl::ast_expr_op>()) {
        const isl::ast_expr_op operation = value.as<isl::ast_expr_op>();
        for (unsigned k = 0; k < operation.n_arg(); ++k) {
            if (uses(operation.arg(static_cast<int>(k)), iterator)) {
                return true;
            }
        }
    }
    return false;
}

class row_finder {
public:
    row_finder(const core::program &program, const poly::ast &ast) : program_(program), ast_(ast) {
        visit(ast.root);
    }

    /// The rows of each buffer along which masked vectors run, by its name.
    std::map<std::string, masked_rows> found;

private:
    const core::program &program_;
    const poly::ast &ast_;
    std::vector<masked_loop> around_;

    void visit(const isl::ast_node &node) {
        if (node.isa<isl::ast_node_for>()) {
            visit_loop(node.as<isl::ast_node_for>());
        } else if (node.isa<isl::ast_node_user>()) {
            visit_statement(node.as<isl::ast_node_user>().expr().as<isl::ast_expr_op>());
        } else {
            for (const isl::ast_node &child : poly::children_of(node)) {
                visit(child);
            }
        }
    }

    void visit_loop(const isl::ast_node_for &node) {
        const auto info = ast_.loops.find(poly::annotation_of(node));
        const bool is_masked = info != ast_.loops.end() && info->second.masked_lanes > 0;
        if (is_masked) {
            around_.push_back(
                {node.iterator().as<isl::ast_expr_id>().id().name(), info->second.masked_lanes});
        }
        visit(node.body());
        if (is_masked) {
            around_.pop_back();
        }
    }

    /// Notes the rows that the statement of a call S(i, j) writes.
    void visit_statement(const isl::ast_expr_op &call) {
        const core::program_statement &statement = program_.statements.at(poly::statement_of(call));
        for (const masked_loop &loop : around_) {
            const auto dimension = dimension_of(loop, statement, call);
            if (dimension) {
                const auto [rows, is_new] =
                    found.emplace(statement.buffer, masked_rows{*dimension, loop.lanes});
                rows->second.dimension = std::max(rows->second.dimension, *dimension);
                rows->second.lanes = std::max(rows->second.lanes, loop.lanes);
            }
        }
    }

    /// The innermost dimension along which the lanes of a loop write.
    static std::optional<std::size_t> dimension_of(const masked_loop &loop,
                                                   const core::program_statement &statement,
                                                   const isl::ast_expr_op &call) {
        for (std::size_t d = statement.index.size(); d-- > 0;) {
            if (varies(statement.index[d], loop, statement, call)) {
                return d;
            }
        }
        return std::nullopt;
    }

    static bool varies(const expr &index, const masked_loop &loop,
                       const core::program_statement &statement, const isl::ast_expr_op &call) {
        for (std::size_t i = 0; i < statement.iterators.size(); ++i) {
            if (uses(call.arg(static_cast<int>(i) + 1), loop.iterator) &&
                core::reads_name(index, statement.iterators[i])) {
                return true;
            }
        }
        return false;
    }
};

bool has_constant_sizes(const core::program_buffer &buffer) {
    return std::all_of(buffer.sizes.begin(), buffer.sizes.end(),
                       [](const expr &size) { return size.is_constant(); });
}

/// A buffer of known sizes, with rows that hold whole vectors.
class padded_buffer {
public:
    padded_buffer(core::program_buffer buffer, const masked_rows &rows)
        : buffer_(std::move(buffer)), rows_(rows) {
        buffer_.padding.resize(buffer_.sizes.size());
        const auto rest = static_cast<int>(elements(rows.dimension) % rows.lanes);
        buffer_.padding[rows.dimension] += rest == 0 ? 0 : rows.lanes - rest;
    }

    const core::program_buffer &get() const { return buffer_; }

    /// Whether the elements along the rows are neighbours.
    bool has_dense_rows() const {
        std::int64_t stride = 1;
        for (std::size_t d = rows_.dimension + 1; d < buffer_.sizes.size(); ++d) {
            stride *= elements(d);
        }
        return stride == 1;
    }

    bool is_small() const {
        std::int64_t bytes = size_in_bytes(buffer_.type);
        for (std::size_t d = 0; d < buffer_.sizes.size() && bytes <= largest_in_registers; ++d) {
            bytes *= elements(d);
        }
        return bytes <= largest_in_registers;
    }

private:
    core::program_buffer buffer_;
    masked_rows rows_;

    std::int64_t elements(std::size_t d) const {
        return buffer_.sizes[d].get_int_val() + buffer_.padding[d];
    }
};

} // namespace

core::program pad_rows(core::program program, const poly::ast &ast) {
    const auto rows = row_finder(program, ast).found;
    for (core::program_buffer &buffer : program.temporaries) {
        const auto own = rows.find(buffer.name);
        if (own == rows.end() || !has_constant_sizes(buffer)) {
            continue;
        }
        const padded_buffer padded(buffer, own->second);
        if (padded.has_dense_rows() && padded.is_small()) {
            buffer = padded.get();
        }
    }
    return program;
}

} // namespace tiramisu::lower
