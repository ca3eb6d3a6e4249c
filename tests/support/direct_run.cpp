#include "support/direct_run.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/expr/expr_walk.h"
#include "support/random_source.h"

namespace tiramisu::oracle {

namespace {

using point = std::vector<std::int64_t>;

/// Who wrote an element last.
struct writer {
    std::string definition;
    point at;
};

expr right_side(const program_definition &made, const program_update &update) {
    const expr old(o_access, made.name, update.index, made.type);
    switch (update.kind) {
    case update_kind::assign: return update.value;
    case update_kind::add: return old + update.value;
    case update_kind::subtract: return old - update.value;
    case update_kind::multiply: return old * update.value;
    case update_kind::minimum: return min(old, update.value);
    case update_kind::maximum: return max(old, update.value);
    }
    return {};
}

void collect(const expr &value, std::vector<expr> &iterators);

/// Those that say which element of memory a bound is.
void collect_from_indices(const expr &bound, std::vector<expr> &iterators) {
    if (bound.get_expr_type() != e_op) {
        return;
    }
    for (const expr &operand : bound.get_operands()) {
        if (bound.get_op_type() == o_access) {
            collect(operand, iterators);
        } else {
            collect_from_indices(operand, iterators);
        }
    }
}

void collect(const expr &value, std::vector<expr> &iterators) {
    if (value.get_expr_type() == e_var && value.get_n_arg() == 2) {
        const bool is_known =
            std::any_of(iterators.begin(), iterators.end(),
                        [&](const expr &known) { return known.get_name() == value.get_name(); });
        if (!is_known) {
            for (const expr &bound : value.get_operands()) {
                collect_from_indices(bound, iterators);
            }
            iterators.push_back(value);
        }
        return;
    }
    for (const expr &operand : value.get_operands()) {
        collect(operand, iterators);
    }
}

class direct_runner {
public:
    direct_runner(const random_program &program, const std::map<std::string, value> &parameters,
                  memory data)
        : program_(program) {
        result_.data = std::move(data);
        names_.scalars = parameters;
        names_.read = [this](const std::string &name, const point &at) { return read(name, at); };
        for (const program_memory &at : program.buffers) {
            if (at.role == a_temporary) {
                result_.data[at.name] = make_array(at, parameters);
            }
        }
        for (const program_definition &made : program.definitions) {
            find_[made.name] = &made;
        }
    }

    direct_result run() {
        for (const program_definition &made : program_.definitions) {
            if (!made.is_input) {
                run(made);
            }
        }
        result_.is_in_declaration_order =
            result_.is_in_declaration_order && !has_circle() && !has_vain_writer();
        return std::move(result_);
    }

private:
    using places = std::set<std::pair<std::string, std::int64_t>>;

    const random_program &program_;
    direct_result result_;
    environment names_;
    std::map<std::string, const program_definition *> find_;
    const program_definition *current_ = nullptr;
    std::map<std::pair<std::string, std::int64_t>, writer> last_writer_;
    // By definition: elements that it writes, and reads as memory; what it reads by name, and what
    // is declared between that and it.
    std::map<std::string, places> written_, read_;
    std::map<std::string, std::set<std::string>> named_;

    bool reads_from(const std::string &reader, const std::string &source) {
        const places &a = read_[reader], &b = written_[source];
        return named_[reader].count(source) != 0 ||
               std::any_of(a.begin(), a.end(),
                           [&](const auto &place) { return b.count(place) != 0; });
    }

    bool is_reached(const std::string &from, const std::string &goal, std::set<std::string> &seen) {
        return std::any_of(
            program_.definitions.begin(), program_.definitions.end(),
            [&](const program_definition &reader) {
                return reader.name != from && reads_from(reader.name, from) &&
                       (reader.name == goal ||
                        (seen.insert(reader.name).second && is_reached(reader.name, goal, seen)));
            });
    }

    bool has_circle() {
        return std::any_of(program_.definitions.begin(), program_.definitions.end(),
                           [&](const program_definition &made) {
                               std::set<std::string> seen;
                               return is_reached(made.name, made.name, seen);
                           });
    }

    /// A temporary of which only those read what a definition writes that come before it.
    bool has_vain_writer() {
        const auto &all = program_.definitions;
        return std::any_of(all.begin(), all.end(), [&](const program_definition &writer) {
            const auto at = all.begin() + (&writer - all.data());
            const auto reads = [&](const program_definition &reader) {
                return reads_from(reader.name, writer.name);
            };
            return !writer.is_input && is_temporary(writer.buffer) &&
                   std::any_of(all.begin(), at, reads) && std::none_of(at + 1, all.end(), reads);
        });
    }

    bool is_temporary(const std::string &buffer) const {
        return std::any_of(
            program_.buffers.begin(), program_.buffers.end(),
            [&](const program_memory &at) { return at.name == buffer && at.role == a_temporary; });
    }

    void note_read(const program_definition &made, std::int64_t element, bool is_inside) {
        if (made.is_input || !is_inside) {
            read_[current_->name].insert({made.buffer, element});
            return;
        }
        const auto named = program_.definitions.begin() + (&made - program_.definitions.data());
        for (auto at = named; at < program_.definitions.end() && &*at != current_; ++at) {
            if (at == named || at->buffer == made.buffer) {
                named_[current_->name].insert(at->name);
            }
        }
    }

    point element_index(const program_definition &made, const point &at) {
        if (made.storage.empty()) {
            return at;
        }
        environment inner = names_;
        for (std::size_t d = 0; d < at.size(); ++d) {
            inner.scalars[made.iterators[d].get_name()] = value::of_integer(p_int32, at[d]);
        }
        point index;
        for (const expr &storage : made.storage) {
            index.push_back(evaluate_integer(storage, inner));
        }
        return index;
    }

    /// Of itself a computation reads memory, unless its storage goes round.
    static bool is_rolling(const program_definition &made) {
        bool rolls = false;
        for (const expr &index : made.storage) {
            core::for_each_node(
                index, [&](const expr &node) { rolls = rolls || node.get_op_type() == o_mod; });
        }
        return rolls;
    }

    static bool reads_memory(const expr &bound) {
        bool reads = false;
        core::for_each_node(
            bound, [&](const expr &node) { reads = reads || node.get_op_type() == o_access; });
        return reads;
    }

    enum class bounds { as_they_are, as_far_as_known };

    /// As far as is known before the call, any value is inside of bounds that are read from memory.
    bool is_in_domain(const program_definition &made, const point &at, bounds which) {
        environment inner = names_;
        for (std::size_t d = 0; d < at.size(); ++d) {
            const var &iterator = made.iterators[d];
            const bool is_open =
                which == bounds::as_far_as_known &&
                (reads_memory(iterator.get_lower()) || reads_memory(iterator.get_upper()));
            if (!is_open && (at[d] < evaluate_integer(iterator.get_lower(), inner) ||
                             at[d] >= evaluate_integer(iterator.get_upper(), inner))) {
                return false;
            }
            inner.scalars[iterator.get_name()] = value::of_integer(p_int32, at[d]);
        }
        return true;
    }

    value read(const std::string &name, const point &at) {
        const program_definition &made = *find_.at(name);
        array &from = result_.data.at(made.buffer);
        const std::int64_t element = from.position(made.buffer, element_index(made, at));
        const bool names_a_value = &made != current_ || is_rolling(made);
        const bool is_inside = !made.is_input && is_in_domain(made, at, bounds::as_they_are);
        if (&made != current_ || !is_inside) {
            note_read(made, element, is_inside);
        }
        // Whether computations go round in a circle is no matter of what memory holds.
        if (&made != current_ && !made.is_input && !is_inside &&
            is_in_domain(made, at, bounds::as_far_as_known)) {
            note_read(made, element, true);
        }
        if (is_inside && names_a_value) {
            const auto last = last_writer_.find({made.buffer, element});
            if (last == last_writer_.end() || last->second.definition != name ||
                last->second.at != at) {
                result_.is_in_declaration_order = false;
            }
        }
        try {
            return from.get(made.buffer, element);
        } catch (const meaningless &) {
            result_.unset.push_back(made.buffer);
            return from[element];
        }
    }

    void write(const program_definition &made, const point &at, const value &result) {
        array &into = result_.data.at(made.buffer);
        const std::int64_t element = into.position(made.buffer, element_index(made, at));
        into.set(element, result);
        written_[made.name].insert({made.buffer, element});
        last_writer_[{made.buffer, element}] = {made.name, at};
    }

    void run(const program_definition &made) {
        current_ = &made;
        const std::vector<expr> own(made.iterators.begin(), made.iterators.end());
        over(own, 0, [&] {
            if (!made.predicate.is_defined() || evaluate(made.predicate, names_).integer != 0) {
                assign(made, own, made.value);
            }
        });
        program_.for_each_update_behind(made, [&](const auto &updated, const auto &update) {
            current_ = &updated;
            over(iterators_of(update), 0,
                 [&] { assign(updated, update.index, right_side(updated, update)); });
        });
    }

    void assign(const program_definition &made, const std::vector<expr> &index, const expr &right) {
        const value result = convert(evaluate(right, names_), made.type);
        point at;
        for (const expr &position : index) {
            at.push_back(evaluate_integer(position, names_));
        }
        write(made, at, result);
    }

    template <typename Body>
    void over(const std::vector<expr> &iterators, std::size_t depth, const Body &body) {
        if (depth == iterators.size()) {
            body();
            return;
        }
        const expr &iterator = iterators[depth];
        const std::int64_t lower = evaluate_integer(iterator.get_operand(0), names_);
        const std::int64_t upper = evaluate_integer(iterator.get_operand(1), names_);
        for (std::int64_t i = lower; i < upper; ++i) {
            names_.scalars[iterator.get_name()] = value::of_integer(p_int32, i);
            over(iterators, depth + 1, body);
        }
        names_.scalars.erase(iterator.get_name());
    }
};

/// Mostly where the rows of a sparse matrix begin, some or all of them empty; now and then numbers
/// in no order.
void fill_with_bounds(array &bounds, int largest, bool is_hostile, random_source &random) {
    const bool is_sorted = is_hostile || random.chance(80), all_empty = random.chance(10);
    std::vector<int> numbers;
    for (std::int64_t i = 0; i < bounds.size(); ++i) {
        numbers.push_back(all_empty ? largest : random.between(0, largest));
    }
    if (is_sorted) {
        std::sort(numbers.begin(), numbers.end());
    }
    if (is_hostile) { // from and to these no loop runs
        const auto begin = numbers.begin() + random.between(0, 2);
        const auto end = numbers.end() - random.between(0, 2);
        if (begin < end) {
            std::fill(numbers.begin(), begin, std::numeric_limits<int>::max());
            std::fill(end, numbers.end(), std::numeric_limits<int>::min());
        }
    }
    for (std::int64_t i = 0; i < bounds.size(); ++i) {
        bounds.set(i, value::of_integer(bounds.type(), numbers[static_cast<std::size_t>(i)]));
    }
}

} // namespace

std::vector<expr> iterators_of(const program_update &update) {
    std::vector<expr> iterators;
    for (const expr &index : update.index) {
        collect(index, iterators);
    }
    collect(update.value, iterators);
    return iterators;
}

array make_array(const program_memory &at, const std::map<std::string, value> &parameters) {
    environment names;
    names.scalars = parameters;
    point extents;
    for (const expr &size : at.sizes) {
        extents.push_back(evaluate_integer(size, names));
    }
    return array(at.type, extents);
}

memory make_arguments(const random_program &program, const std::map<std::string, value> &parameters,
                      std::uint64_t seed) {
    random_source random(seed);
    memory data;
    for (const program_memory &at : program.buffers) {
        if (at.role == a_temporary) {
            continue;
        }
        array filled = make_array(at, parameters);
        if (at.largest_bound >= 0) {
            fill_with_bounds(filled, at.largest_bound, at.has_hostile_bounds, random);
            data[at.name] = filled;
            continue;
        }
        for (std::int64_t i = 0; i < filled.size(); ++i) {
            const int small = random.between(-8, 8);
            filled.set(i, is_float(at.type)   ? value::of_real(at.type, small)
                          : random.chance(70) ? value::of_integer(at.type, small)
                                              : value::of_bits(at.type, random.bits()));
        }
        data[at.name] = filled;
    }
    return data;
}

direct_result run_as_declared(const random_program &program,
                              const std::map<std::string, value> &parameters, memory data) {
    return direct_runner(program, parameters, std::move(data)).run();
}

} // namespace tiramisu::oracle
