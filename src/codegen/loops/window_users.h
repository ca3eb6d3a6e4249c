#pragma once

#include <string>

#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// Finds in a loop nest the statements that use a buffer which one iteration of the loops around
/// has for itself, and so the place where it is allocated.
class window_users {
public:
    window_users(const core::program &program, const poly::ast &ast)
        : program_(program), ast_(ast) {}

    /// Whether a statement uses the buffer, other than inside a further loop around the buffer
    /// that has one of its own.
    bool are_in(const isl::ast_node &node, const poly::scoped_buffer &window) const;

    /// Whether a statement gives the buffer its first values.
    bool fill(const isl::ast_node &node, const poly::scoped_buffer &window) const;

    /// Whether a further loop around the buffer uses it and does not fill it.
    bool share(const isl::ast_node &node, const poly::scoped_buffer &window) const;

private:
    const core::program &program_;
    const poly::ast &ast_;

    /// Whether the node is a loop of the window's level or one around that, or a kernel or
    /// iteration of such loops, of which isl may have left out each.
    bool is_loop_around(const isl::ast_node &node, const poly::scoped_buffer &window) const;
    bool fills(const std::string &id, const poly::scoped_buffer &window) const;
    bool writes(const std::string &id, const poly::scoped_buffer &window) const;
    bool updates(const std::string &id, const poly::scoped_buffer &window) const;
};

} // namespace tiramisu::lower
