#include "support/value_judge.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/expr/expr_walk.h"
#include "support/direct_run.h"

namespace tiramisu::oracle {

namespace {

using point = std::vector<std::int64_t>;
using place = std::pair<std::string, std::int64_t>; ///< an element of a buffer

/// A definition or update of the program.
struct statement {
    const program_definition *made = nullptr;
    const program_update *update = nullptr; ///< null for the definition itself
    std::vector<expr> iterators, index;     ///< index: of the value that it defines
};

/// A value that a computation has: its name and index.
using named_value = std::pair<const program_definition *, point>;

/// A write in its place of the run.
struct written {
    const statement *by;
    const instance *who;
    named_value what;
    bool goes_on; ///< reads the element that it writes
};

std::vector<expr> remainders_in(const std::vector<expr> &storage) {
    std::vector<expr> divided;
    for (const expr &index : storage) {
        core::for_each_node(index, [&](const expr &node) {
            if (node.get_op_type() == o_mod) {
                divided.push_back(node.get_operand(0));
            }
        });
    }
    return divided;
}

class judge_of_values {
public:
    judge_of_values(const random_program &program, const std::map<std::string, value> &parameters,
                    const memory &data, const std::vector<instance> &run)
        : data_(data), run_(run) {
        names_.scalars = parameters;
        for (const program_memory &at : program.buffers) {
            if (at.role == a_temporary) {
                data_[at.name] = make_array(at, parameters);
            }
        }
        for (const program_definition &made : program.definitions) {
            definitions_[made.name] = &made;
            const std::vector<expr> own(made.iterators.begin(), made.iterators.end());
            statements_[made.name] = {&made, nullptr, own, own};
            for (std::size_t n = 0; n < made.updates.size(); ++n) {
                const program_update &update = made.updates[n];
                statements_[made.name + "_update_" + std::to_string(n + 1)] = {
                    &made, &update, iterators_of(update), update.index};
            }
        }
    }

    std::string first_missed() {
        if (!std::all_of(run_.begin(), run_.end(), [&](const auto &who) { return knows(who); })) {
            return {};
        }
        for (const instance &who : run_) {
            if (happens(who) && is_definition(who)) {
                defined_at_.emplace(value_defined(who), &who.time);
            }
        }
        for (const instance &who : run_) {
            if (happens(who)) {
                const std::vector<named_value> reads = values_read(who);
                named_by_[&statement_of(who)].insert(reads.begin(), reads.end());
            }
        }
        for (const instance &who : run_) {
            if (!happens(who)) {
                continue;
            }
            for (const named_value &read : values_read(who)) {
                if (!is_found(read, who)) {
                    return text(who) + " reads " + text(read) + ", which is not there";
                }
            }
            note_write(who);
        }
        return {};
    }

private:
    memory data_; ///< only its sizes, and the bounds in it
    const std::vector<instance> &run_;
    environment names_;
    std::map<std::string, const program_definition *> definitions_;
    std::map<std::string, statement> statements_;
    std::map<const statement *, std::set<named_value>> named_by_;
    std::map<named_value, const point *> defined_at_; ///< when its definition runs
    std::map<place, std::vector<written>> history_;

    /// Commands make statements that the program does not know: rfactor.
    bool knows(const instance &who) const {
        const auto found = statements_.find(who.statement);
        return found != statements_.end() && found->second.iterators.size() == who.point.size();
    }

    const statement &statement_of(const instance &who) const {
        return statements_.at(who.statement);
    }
    bool is_definition(const instance &who) const { return statement_of(who).update == nullptr; }

    static bool happens(const instance &who) {
        return std::any_of(who.touches.begin(), who.touches.end(),
                           [](const touch &at) { return at.is_write && !at.is_possible_only; });
    }

    static std::string text(const point &at) {
        std::string numbers;
        for (const std::int64_t number : at) {
            numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
        }
        return "(" + numbers + ")";
    }
    static std::string text(const instance &who) { return who.statement + text(who.point); }
    static std::string text(const named_value &what) {
        return what.first->name + text(what.second);
    }

    environment at(const std::vector<expr> &iterators, const point &values) const {
        environment names = names_;
        for (std::size_t d = 0; d < iterators.size(); ++d) {
            names.scalars[iterators[d].get_name()] = value::of_integer(p_int32, values[d]);
        }
        return names;
    }

    static point evaluated(const std::vector<expr> &indices, const environment &names) {
        point values;
        for (const expr &index : indices) {
            values.push_back(evaluate_integer(index, names));
        }
        return values;
    }

    static bool is_from_memory(const std::vector<expr> &indices) {
        bool found = false;
        for (const expr &index : indices) {
            core::for_each_node(
                index, [&](const expr &node) { found = found || node.get_op_type() == o_access; });
        }
        return found;
    }

    named_value value_defined(const instance &who) const {
        const statement &by = statement_of(who);
        return {by.made, evaluated(by.index, at(by.iterators, who.point))};
    }

    /// What the instance reads by name and has to find.
    std::vector<named_value> values_read(const instance &who) const {
        const statement &reader = statement_of(who);
        const environment names = at(reader.iterators, who.point);
        std::vector<named_value> values;
        for (const expr &read :
             reads_done(reader.update ? reader.update->value : reader.made->value, names)) {
            const program_definition *named = definitions_.at(read.get_name());
            if (named->is_input || named == reader.made || is_from_memory(read.get_operands())) {
                continue;
            }
            const named_value value = {named, evaluated(read.get_operands(), names)};
            if (defined_at_.count(value) != 0) {
                values.push_back(value);
            }
        }
        return values;
    }

    /// The reads in an expression that are surely done: not those behind conditions that memory
    /// decides.
    static std::vector<expr> reads_done(const expr &value, const environment &names) {
        std::vector<expr> reads;
        const auto add = [&](const expr &part) {
            const std::vector<expr> done = reads_done(part, names);
            reads.insert(reads.end(), done.begin(), done.end());
        };
        if (value.get_expr_type() != e_op) {
            return reads;
        }
        const op_t op = value.get_op_type();
        const bool is_logical = op == o_logical_and || op == o_logical_or;
        if (op != o_select && !is_logical) {
            for (const expr &operand : value.get_operands()) {
                add(operand);
            }
            if (op == o_access) {
                reads.push_back(value);
            }
            return reads;
        }
        const expr &condition = value.get_operand(0);
        add(condition);
        if (!is_from_memory({condition})) {
            const bool holds = evaluate(condition, names).integer != 0;
            if (op == o_select) {
                add(value.get_operand(holds ? 1 : 2));
            } else if (holds == (op == o_logical_and)) {
                add(value.get_operand(1));
            }
        }
        return reads;
    }

    std::vector<expr> storage_of(const program_definition &made) const {
        return made.storage.empty()
                   ? std::vector<expr>(made.iterators.begin(), made.iterators.end())
                   : made.storage;
    }

    place place_of(const named_value &what) const {
        const auto &[made, index] = what;
        const environment names =
            at(std::vector<expr>(made->iterators.begin(), made->iterators.end()), index);
        return {made->buffer,
                data_.at(made->buffer).position(made->buffer, evaluated(storage_of(*made), names))};
    }

    /// Tells the rounds of rolling storage apart.
    point round_of(const named_value &what) const {
        const auto &[made, index] = what;
        return evaluated(
            remainders_in(storage_of(*made)),
            at(std::vector<expr>(made->iterators.begin(), made->iterators.end()), index));
    }

    /// Whether the statement has an iterator that does not say which element it writes.
    bool leaves_out_iterators(const statement &by) const {
        const auto says = [](const std::vector<expr> &indices, const std::string &name) {
            return std::any_of(indices.begin(), indices.end(),
                               [&](const expr &index) { return core::reads_name(index, name); });
        };
        const std::vector<expr> storage = storage_of(*by.made);
        return std::any_of(by.iterators.begin(), by.iterators.end(), [&](const expr &iterator) {
            for (std::size_t d = 0; d < by.made->iterators.size(); ++d) {
                if (says({by.index[d]}, iterator.get_name()) &&
                    says(storage, by.made->iterators[d].get_name())) {
                    return false;
                }
            }
            return true;
        });
    }

    /// Whether the write may stand for the value, as a later step of the same accumulation.
    bool is_step_of(const written &write, const named_value &read, const instance &who) const {
        return write.goes_on &&
               (write.what.first == read.first || leaves_out_iterators(*write.by)) &&
               round_of(write.what) == round_of(read) &&
               named_by_.at(&statement_of(who)).count(write.what) == 0;
    }

    /// The place in the run down to which two share loops.
    static std::size_t shared(const point &a, const point &b) {
        std::size_t dim = 0;
        while (dim < a.size() && a[dim] == b[dim]) {
            dim += 2;
        }
        return dim;
    }

    /// Whether a loop that the value named does not share hands the write on to a later iteration.
    bool is_state(const written &write, const named_value &read, const instance &who) const {
        const std::size_t together = shared(write.who->time, who.time);
        const std::size_t outside = shared(*defined_at_.at(read), who.time);
        const auto differs =
            std::mismatch(who.time.begin(), who.time.end(), write.who->time.begin());
        const auto dim = static_cast<std::size_t>(differs.first - who.time.begin());
        return write.what.first != read.first && outside < dim && dim < together &&
               *differs.second < *differs.first;
    }

    /// The literal that the value is, by itself or as a copy; undefined if it is none.
    expr literal_of(named_value what) const {
        for (std::size_t step = 0; step <= definitions_.size(); ++step) {
            const auto &[made, index] = what;
            if (!made->updates.empty() || made->value.is_constant()) {
                return made->updates.empty() ? made->value : expr();
            }
            const auto named = made->value.get_op_type() == o_access
                                   ? definitions_.find(made->value.get_name())
                                   : definitions_.end();
            if (named == definitions_.end() || is_from_memory(made->value.get_operands())) {
                return {};
            }
            const point copied = evaluated(
                made->value.get_operands(),
                at(std::vector<expr>(made->iterators.begin(), made->iterators.end()), index));
            what = {named->second, copied};
            if (defined_at_.count(what) == 0) {
                return {};
            }
        }
        return {};
    }

    /// Whether both are one literal of one type, so that neither overwrites the other.
    bool is_same_literal(const named_value &a, const named_value &b) const {
        const expr literal = a.first->type == b.first->type ? literal_of(a) : expr();
        const expr other = literal.is_defined() ? literal_of(b) : expr();
        return other.is_defined() && literal.is_equal(other);
    }

    bool is_found(const named_value &read, const instance &who) const {
        const auto found = history_.find(place_of(read));
        if (found == history_.end()) {
            return false;
        }
        const std::vector<written> &writes = found->second;
        for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
            if (write->what == read || is_state(*write, read, who) ||
                is_same_literal(write->what, read)) {
                return true;
            }
            if (!is_step_of(*write, read, who)) {
                return false;
            }
        }
        return false;
    }

    void note_write(const instance &who) {
        const named_value what = value_defined(who);
        const place where = place_of(what);
        const bool goes_on =
            std::any_of(who.touches.begin(), who.touches.end(), [&](const touch &read) {
                return !read.is_write && read.buffer == where.first && read.element == where.second;
            });
        history_[where].push_back({&statement_of(who), &who, what, goes_on});
    }
};

} // namespace

std::string find_missed_value(const random_program &program,
                              const std::map<std::string, value> &parameters, const memory &data,
                              const std::vector<instance> &run) {
    return judge_of_values(program, parameters, data, run).first_missed();
}

} // namespace tiramisu::oracle
