#include "core/staged_analysis.h"

#include "core/argument_guess.h"

#include <algorithm>
#include <memory>

#include "core/inlining.h"
#include "core/memory_accesses.h"
#include "core/resolve.h"
#include "core/run_time_bounds.h"
#include "core/schedule_view.h"
#include "core/staged_dependences.h"
#include "core/staging.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

using kind = staging::kind;

/// A definition as it runs: its own copy, which stagings may change.
struct running_statement {
    std::unique_ptr<computation_state> definition;
    std::vector<int> position;
    std::vector<poly::memory_access> accesses;
};

std::vector<expr> leading_iterators(const computation_state &definition, int count) {
    std::vector<expr> values;
    for (int i = 0; i < count; ++i) {
        const iterator &it = definition.iterators[static_cast<std::size_t>(i)];
        values.push_back(expr::variable(it.name, it.type));
    }
    return values;
}

// { S[l, i] -> [l] }
isl::map leading_dimensions(const computation_state &definition, int count) {
    return poly::keep_range(poly::identity_loops(executed_domain(definition)), 0, count);
}

class stage_manager {
public:
    stage_manager(const function_state &function, analysis now)
        : function_(function), now_(std::move(now)) {}

    analysis run() && {
        start();
        for (const auto &[id, around] : loops_to_repeat()) {
            repeat_loops(id, around);
        }
        for (const auto &what : function_.stagings) {
            carry_out(*what);
        }
        finish();
        return std::move(now_);
    }

private:
    const function_state &function_;
    analysis now_;
    std::vector<std::string> order_; ///< ids, in the order in which the statements were made
    std::map<std::string, running_statement> running_;
    int before_ = 0, after_ = 0; ///< statements of stagings placed so far

    void start() {
        const int copies = static_cast<int>(function_.staged_computations.size());
        for (const poly::scheduled_statement &statement : now_.statements) {
            running_statement &made = running_[statement.name];
            made.definition = executed_copy(*function_.find_definition(statement.name));
            for (int place : statement.position) {
                // Leaves room for the statements of stagings before and after each place.
                made.position.push_back(place * (2 * copies + 1) + copies);
            }
            order_.push_back(statement.name);
        }
        std::vector<std::size_t> ordinal;
        for (const poly::memory_access &access : now_.accesses) {
            std::vector<poly::memory_access> &own = running_.at(access.statement).accesses;
            ordinal.push_back(own.size());
            own.push_back(access);
        }
        for (poly::dependence &dep : now_.dependences) {
            dep.source_access = ordinal[dep.source_access];
            dep.sink_access = ordinal[dep.sink_access];
        }
    }

    std::map<std::string, int> loops_to_repeat() const {
        std::map<std::string, int> around;
        for (const auto &what : function_.stagings) {
            if (!what->has_window()) {
                continue;
            }
            int &most = around[what->consumer->id];
            most = std::max(most, what->around());
        }
        return around;
    }

    /// { S[i] } becomes { S[l, i] }, so that windows can be indexed by the loops around.
    void repeat_loops(const std::string &id, int around) {
        running_statement &statement = running_.at(id);
        computation_state &definition = *statement.definition;
        // { S[i] -> S[l, i] }
        const isl::map loops = outer_loops(definition, around).intersect_domain(definition.domain);
        isl_map *lift =
            poly::side_by_side(loops, poly::identity_loops(definition.domain)).release();
        const isl::map lifted = isl::manage(isl_map_set_tuple_name(lift, isl_dim_out, id.c_str()));

        std::vector<iterator> iterators;
        for (int level = 0; level < around; ++level) {
            const std::string &loop = definition.nest.loops[static_cast<std::size_t>(level)].name;
            iterators.push_back({"loop " + loop, p_int32, {}, {}});
        }
        iterators.insert(iterators.end(), definition.iterators.begin(), definition.iterators.end());
        definition.iterators = iterators;
        definition.domain = definition.domain.apply(lifted);
        for (run_time_bound &bound : definition.bounds) {
            bound.iterator += static_cast<std::size_t>(around);
        }
        definition.nest.map = lifted.reverse().apply_range(definition.nest.map);
        for (poly::memory_access &access : statement.accesses) {
            access.relation = lifted.reverse().apply_range(access.relation);
            if (access.instances) {
                access.instances = lifted.reverse().apply_range(*access.instances);
            }
        }
        for (poly::dependence &dep : now_.dependences) {
            if (dep.source == id) {
                dep.pairs = lifted.reverse().apply_range(dep.pairs);
            }
            if (dep.sink == id) {
                dep.pairs = dep.pairs.apply_range(lifted);
            }
        }
        now_.repeated_loops[id] = around;
    }

    void carry_out(const staging &what) {
        if (what.prefetch != nullptr) {
            require_argument(what);
            add_statement(what, *what.prefetch, -(++before_));
            return;
        }
        std::vector<std::string> readers = {what.consumer->id};
        if (what.what == kind::computed) {
            for (const poly::scoped_buffer &inner : now_.windows) {
                add_readers_inside(what, inner, readers);
            }
        }
        add_statements(what);
        if (what.what == kind::computed) {
            compute_inside(what, readers);
            wait_for_values(what, readers);
        } else {
            redirect_to_copies(what, readers);
        }
        for (const std::string &reader : readers) {
            use_window(what, reader);
        }
        note_window(what, readers);
        if (what.what == kind::computed) {
            drop_if_unused(what);
        }
    }

    /// A temporary need not be there before its values are.
    void require_argument(const staging &what) const {
        const std::string &name = what.source->storage->name;
        const std::vector<program_buffer> &arguments = now_.resolved.arguments;
        if (std::none_of(arguments.begin(), arguments.end(),
                         [&](const program_buffer &one) { return one.name == name; })) {
            throw user_error(subject(*what.consumer), "prefetch",
                             "\"" + what.source->name + "\" lies in buffer \"" + name +
                                 "\", which is no argument of the function; keep values of "
                                 "temporaries close by compute_at() or cache_read()",
                             what.prefetch->where);
        }
    }

    /// Statements that other stagings run in the same iteration of the consumer's loops.
    void add_readers_inside(const staging &what, const poly::scoped_buffer &inner,
                            std::vector<std::string> &readers) const {
        for (const auto &other : function_.stagings) {
            if (!other->has_window() || other->window->storage->name != inner.name ||
                other->consumer != what.consumer || other->level < what.level) {
                continue;
            }
            for (const computation_state *statement : other->before_consumer()) {
                readers.push_back(statement->id);
            }
        }
    }

    /// What a later command stages is filled earlier: earlier stagings may use it.
    void add_statements(const staging &what) {
        const std::vector<computation_state *> filling = what.before_consumer();
        before_ += static_cast<int>(filling.size());
        for (std::size_t i = 0; i < filling.size(); ++i) {
            add_statement(what, *filling[i], static_cast<int>(i) - before_);
        }
        if (what.store != nullptr) {
            check_store(what);
            add_statement(what, *what.store, ++after_);
        }
    }

    void add_statement(const staging &what, const computation_state &statement, int shift) {
        running_statement &made = running_[statement.id];
        made.definition = executed_copy(statement);
        const std::vector<int> &place = running_.at(what.consumer->id).position;
        made.position.assign(place.begin(), place.begin() + what.around() + 1);
        made.position.back() += shift;
        made.position.resize(statement.nest.loops.size() + 1, 0);
        order_.push_back(statement.id);
        refresh_accesses(statement.id);
    }

    /// Two points of a window that is written must not be one element of the buffer behind it.
    void check_store(const staging &what) const {
        bool exact = true;
        const isl::map elements =
            access_relation(*what.window, "", written_element(*what.store), exact);
        const isl::map loops = leading_dimensions(*what.window, what.around());
        if (!exact || !poly::side_by_side(loops, elements).is_injective()) {
            throw user_error(subject(*what.consumer), "cache_write",
                             "uses several values of \"" + what.source->name +
                                 "\" that are stored in one element of buffer \"" +
                                 what.source->storage->name +
                                 "\"; in an array of their own they would be several elements",
                             what.store->where);
        }
    }

    void refresh_accesses(const std::string &id) {
        running_statement &statement = running_.at(id);
        program resolved;
        resolved.statements[id] = describe(*statement.definition);
        statement.accesses = memory_accesses({statement.definition.get()}, resolved);
    }

    bool is_redirected(const staging &what, const std::vector<std::string> &readers,
                       const access_place &place) const {
        if (std::find(readers.begin(), readers.end(), place.statement) == readers.end()) {
            return false;
        }
        const poly::memory_access &access = running_.at(place.statement).accesses[place.ordinal];
        return access.named == what.source->id && (!access.is_write() || what.what == kind::write);
    }

    void redirect_to_copies(const staging &what, const std::vector<std::string> &readers) {
        const redirection redirected =
            [&](const access_place &place) -> std::optional<replacement> {
            if (!is_redirected(what, readers, place)) {
                return std::nullopt;
            }
            const running_statement &reader = running_.at(place.statement);
            const poly::memory_access &access = reader.accesses[place.ordinal];
            const computation_state &copy = access.is_write() ? *what.store : *what.load;
            // A statement's first access is its write.
            const std::size_t ordinal = access.is_write() ? 0 : 1;
            return replacement{{copy.id, ordinal},
                               poly::touched_points(
                                   what.box, leading_dimensions(*reader.definition, what.around()),
                                   *access.instances, copy.id)};
        };
        now_.dependences =
            redirect(now_.dependences, redirected, what.around(), what.window->storage->name);
    }

    /// Reads of the source lose their dependences: the window is filled before them. What the
    /// source's definitions depend on, those inside the window do as well.
    void compute_inside(const staging &what, const std::vector<std::string> &readers) {
        std::vector<poly::dependence> kept;
        for (const poly::dependence &dep : now_.dependences) {
            if (is_redirected(what, readers, {dep.source, dep.source_access}) ||
                is_redirected(what, readers, {dep.sink, dep.sink_access})) {
                continue;
            }
            kept.push_back(dep);
            add_inside(what, dep, kept);
        }
        now_.dependences = kept;
    }

    /// What one iteration leaves in the window for later ones.
    void wait_for_values(const staging &what, const std::vector<std::string> &readers) {
        if (what.kept_level == what.level) {
            return;
        }
        for (const std::string &reader : readers) {
            const running_statement &statement = running_.at(reader);
            for (std::size_t at = 0; at < statement.accesses.size(); ++at) {
                if (is_redirected(what, readers, {reader, at})) {
                    wait_for_values(what, {reader, at});
                }
            }
        }
    }

    void wait_for_values(const staging &what, const access_place &read) {
        const running_statement &reader = running_.at(read.statement);
        // { R[l, i] -> [[k] -> P[e]] } and { inside[l, r] -> [[k] -> P[e]] }
        const isl::map reads = leading_dimensions(*reader.definition, what.kept_around())
                                   .range_product(*reader.accesses[read.ordinal].instances);
        for (const staging::computed_part &part : what.computed) {
            const isl::map writes =
                leading_dimensions(*part.inside, what.kept_around()).range_product(part.points);
            poly::dependence flow;
            flow.kind = poly::dependence_kind::flow;
            flow.buffer = what.window->storage->name;
            flow.source = part.inside->id;
            flow.sink = read.statement;
            flow.source_access = 0; // a statement's first access is its write
            flow.sink_access = read.ordinal;
            flow.pairs = writes.apply_range(reads.reverse());
            if (!flow.pairs.is_empty()) {
                now_.dependences.push_back(std::move(flow));
            }
        }
    }

    const staging::computed_part *part_of(const staging &what, const std::string &id) const {
        for (const staging::computed_part &part : what.computed) {
            if (part.original->id == id) {
                return &part;
            }
        }
        return nullptr;
    }

    bool is_own(const staging &what, const std::string &statement, std::size_t ordinal) const {
        return running_.at(statement).accesses[ordinal].named == what.source->id;
    }

    void add_inside(const staging &what, const poly::dependence &dep,
                    std::vector<poly::dependence> &all) const {
        const staging::computed_part *source = part_of(what, dep.source);
        const staging::computed_part *sink = part_of(what, dep.sink);
        const bool source_is_own = source != nullptr && is_own(what, dep.source, dep.source_access);
        const bool sink_is_own = sink != nullptr && is_own(what, dep.sink, dep.sink_access);
        if ((source == nullptr && sink == nullptr) || source_is_own != sink_is_own) {
            return;
        }
        poly::dependence inside = dep;
        if (source != nullptr) {
            inside.source = source->inside->id;
            inside.pairs = source->instances.apply_range(inside.pairs);
        }
        if (sink != nullptr) {
            inside.sink = sink->inside->id;
            inside.pairs = inside.pairs.apply_range(sink->instances.reverse());
        }
        if (source_is_own) {
            inside.buffer = what.window->storage->name;
            inside.pairs = within_iteration(inside.pairs, what.around());
        }
        if (!inside.pairs.is_empty()) {
            all.push_back(inside);
        }
    }

    void use_window(const staging &what, const std::string &reader) {
        computation_state &definition = *running_.at(reader).definition;
        const std::vector<expr> around = leading_iterators(definition, what.around());
        definition.value = through_window(what, definition.value, around);
        if (definition.predicate.is_defined()) {
            definition.predicate = through_window(what, definition.predicate, around);
        }
        if (what.what == kind::write) {
            definition.target = window_index(what, definition.target, around);
            definition.base = what.window;
        }
        refresh_accesses(reader);
    }

    void note_window(const staging &what, const std::vector<std::string> &readers) {
        poly::scoped_buffer window{what.window->storage->name, what.kept_level, readers};
        for (const computation_state *statement : what.before_consumer()) {
            window.statements.push_back(statement->id);
        }
        if (what.store != nullptr) {
            window.statements.push_back(what.store->id);
        }
        now_.windows.push_back(window);
    }

    /// The source itself does not run where nothing else needs its buffer.
    void drop_if_unused(const staging &what) {
        const std::string &buffer = what.source->storage->name;
        const auto is_source = [&](const std::string &id) { return part_of(what, id) != nullptr; };
        const bool is_temporary =
            std::any_of(now_.resolved.temporaries.begin(), now_.resolved.temporaries.end(),
                        [&](const program_buffer &one) { return one.name == buffer; });
        for (const auto &[id, statement] : running_) {
            for (const poly::memory_access &access : statement.accesses) {
                if (!is_temporary || (access.buffer == buffer && !is_source(id))) {
                    return;
                }
            }
        }
        order_.erase(std::remove_if(order_.begin(), order_.end(), is_source), order_.end());
        now_.dependences.erase(std::remove_if(now_.dependences.begin(), now_.dependences.end(),
                                              [&](const poly::dependence &dep) {
                                                  return is_source(dep.source) ||
                                                         is_source(dep.sink);
                                              }),
                               now_.dependences.end());
        for (const staging::computed_part &part : what.computed) {
            running_.erase(part.original->id);
        }
    }

    void finish() {
        now_.resolved.statements.clear();
        now_.statements.clear();
        now_.accesses.clear();
        std::map<std::string, std::size_t> first;
        std::vector<const computation_state *> definitions;
        for (const std::string &id : order_) {
            const running_statement &statement = running_.at(id);
            definitions.push_back(statement.definition.get());
            now_.resolved.statements[id] = describe(*statement.definition);
            now_.statements.push_back(scheduled(*statement.definition, statement.position));
            first[id] = now_.accesses.size();
            now_.accesses.insert(now_.accesses.end(), statement.accesses.begin(),
                                 statement.accesses.end());
        }
        for (poly::dependence &dep : now_.dependences) {
            dep.source_access += first.at(dep.source);
            dep.sink_access += first.at(dep.sink);
        }
        share_equal_bounds(definitions, now_.statements);
        now_.schedule = timestamps_of(now_.statements);
    }
};

} // namespace

analysis with_stagings(const function_state &function, analysis now) {
    now = with_inlining(function, std::move(now));
    return function.stagings.empty() ? std::move(now)
                                     : stage_manager(function, std::move(now)).run();
}

analysis analyse_schedule(function_state &function, source_place where) {
    return with_stagings(function, analyse(function, guess_arguments(function), where));
}

} // namespace tiramisu::core
