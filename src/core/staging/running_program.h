#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"
#include "core/program/staging.h"
#include "core/staging/staged_dependences.h"

namespace tiramisu::core {

/// A definition as it runs: its own copy, which stagings may change.
struct running_statement {
    std::unique_ptr<computation_state> definition;
    std::vector<int> position;
    std::vector<poly::memory_access> accesses; ///< the first one is its write
};

/// What `count` loops around a definition are called: its first iterators, and
/// { S[l, i] -> [l] }.
std::vector<expr> leading_iterators(const computation_state &definition, int count);
isl::map leading_dimensions(const computation_state &definition, int count);

/// An analysis while stagings are carried out in it: statements that can be changed, added and
/// removed.
class running_program {
public:
    running_program(const function_state &function, analysis now);

    const std::map<std::string, running_statement> &statements() const { return running_; }
    running_statement &at(const std::string &id) { return running_.at(id); }
    const running_statement &at(const std::string &id) const { return running_.at(id); }

    /// Accesses of a dependence are counted in their statement.
    std::vector<poly::dependence> &dependences() { return now_.dependences; }
    std::vector<poly::scoped_buffer> &windows() { return now_.windows; }
    const program &resolved() const { return now_.resolved; }

    /// { S[i] } becomes { S[l, i] }, so that windows can be indexed by the loops around.
    void repeat_loops(const std::string &id, int around);
    /// `shift` places behind the consumer in the loops around the staging, before it if negative.
    void add(const staging &what, const computation_state &statement, int shift);
    /// Whether one of the readers makes the access through the staging's window.
    bool is_staged(const staging &what, const std::vector<std::string> &readers,
                   const access_place &place) const;
    /// After its definition has changed.
    void refresh_accesses(const std::string &id);
    void add_checks(const std::vector<program_check> &checks);
    /// Statements, with their dependences.
    void remove_if(const std::function<bool(const std::string &id)> &is_unused);
    analysis finished() &&;

private:
    analysis now_;
    std::vector<std::string> order_; ///< ids, in the order in which the statements were made
    std::map<std::string, running_statement> running_;
};

} // namespace tiramisu::core
