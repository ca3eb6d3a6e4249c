#include "core/staging/staged_analysis.h"

#include <algorithm>

#include "core/meaning/argument_guess.h"
#include "core/program/buffer_text.h"
#include "core/program/memory_accesses.h"
#include "core/program/resolve.h"
#include "core/program/staging.h"
#include "core/program/storage_bounds.h"
#include "core/staging/computed_window.h"
#include "core/staging/inlining.h"
#include "core/staging/running_program.h"
#include "core/staging/window_storage.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

using kind = staging::kind;

class stage_manager {
public:
    stage_manager(const function_state &function, analysis now)
        : function_(function), running_(function, std::move(now)) {}

    analysis run() && {
        for (const auto &[id, around] : loops_to_repeat()) {
            running_.repeat_loops(id, around);
        }
        for (const auto &what : function_.stagings) {
            if (runs(*what->consumer)) {
                carry_out(*what);
            }
        }
        for (const auto &what : function_.stagings) {
            if (what->has_window() && runs(*what->consumer)) {
                running_.add_checks(checks_of_window(function_, *what, running_));
            }
        }
        return std::move(running_).finished();
    }

private:
    const function_state &function_;
    running_program running_;
    int before_ = 0, after_ = 0; ///< statements of stagings placed so far

    /// Whether it has not been dropped, as all that is read of it is computed elsewhere.
    bool runs(const computation_state &statement) const {
        return running_.statements().count(statement.id) > 0;
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

    void carry_out(const staging &what) {
        if (what.hint != nullptr) {
            require_argument(what);
            running_.add(what, *what.hint, -(++before_));
            return;
        }
        std::vector<std::string> readers = {what.consumer->id};
        if (what.what == kind::computed) {
            for (const poly::scoped_buffer &inner : running_.windows()) {
                add_readers_inside(what, inner, readers);
            }
        }
        add_statements(what);
        if (what.what == kind::computed) {
            compute_inside(running_, what, readers);
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

    /// The caches are not asked for temporaries: one may not be allocated before its values are
    /// computed.
    void require_argument(const staging &what) const {
        const std::string &name = what.source->storage->name;
        const std::vector<program_buffer> &arguments = running_.resolved().arguments;
        if (std::none_of(arguments.begin(), arguments.end(),
                         [&](const program_buffer &one) { return one.name == name; })) {
            throw user_error(subject(*what.consumer), what.call,
                             "\"" + what.source->name + "\" lies in " +
                                 buffer_text(*what.source->storage) +
                                 ", which is no argument of the function; keep values of "
                                 "temporaries close by compute_at() or cache_read()",
                             what.hint->where);
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

    /// The window of a later command is filled before those of earlier ones, which may read it.
    void add_statements(const staging &what) {
        const std::vector<computation_state *> filling = what.before_consumer();
        before_ += static_cast<int>(filling.size());
        for (std::size_t i = 0; i < filling.size(); ++i) {
            running_.add(what, *filling[i], static_cast<int>(i) - before_);
        }
        if (what.conditional && !what.conditional->is_empty()) {
            load_from_memory_only(what);
        }
        if (what.store != nullptr) {
            check_store(what);
            running_.add(what, *what.store, ++after_);
        }
    }

    /// What an access touches that its buffer has.
    isl::map in_memory(const poly::memory_access &access) const {
        const buffer_state &memory = *function_.find_buffer(access.buffer);
        return access.relation.intersect_range(elements_of(function_, memory, false));
    }

    /// A copy is made before the consumer's conditions are known. So it may also take what would
    /// not have been read, as far as that lies in the buffer.
    void load_from_memory_only(const staging &what) {
        running_statement &load = running_.at(what.load->id);
        if (load.accesses.size() < 2) {
            return; // nothing is taken where no read can happen
        }
        const poly::memory_access &read = load.accesses[1]; // behind its write
        if (!read.exact) {
            throw user_error(subject(*what.consumer), what.call,
                             "reads \"" + what.source->name +
                                 "\" under a condition that is known only when it runs, and where "
                                 "that lies in " +
                                 buffer_text(function_, read.buffer) +
                                 " is not affine, so that what can be copied is not known",
                             what.load->where);
        }
        const isl::map outside = read.relation.subtract(in_memory(read));
        computation_state &definition = *load.definition;
        definition.domain =
            definition.domain.subtract(outside.domain().intersect(*what.conditional));
        running_.refresh_accesses(what.load->id);
    }

    /// Two points of a window that is written must not be one element of the buffer behind it.
    void check_store(const staging &what) const {
        bool exact = true;
        const isl::map elements =
            access_relation(*what.window, "", written_element(*what.store), exact);
        const isl::map loops = leading_dimensions(*what.window, what.around());
        if (!exact || !poly::side_by_side(loops, elements).is_injective()) {
            throw user_error(subject(*what.consumer), what.call,
                             "uses several values of \"" + what.source->name +
                                 "\" that are stored in one element of " +
                                 buffer_text(*what.source->storage) +
                                 "; in an array of their own they would be several elements",
                             what.store->where);
        }
    }

    void redirect_to_copies(const staging &what, const std::vector<std::string> &readers) {
        const redirection redirected =
            [&](const access_place &place) -> std::optional<replacement> {
            if (!running_.is_staged(what, readers, place)) {
                return std::nullopt;
            }
            const running_statement &reader = running_.at(place.statement);
            const poly::memory_access &access = reader.accesses[place.ordinal];
            const computation_state &copy = access.is_write() ? *what.store : *what.load;
            // The first access of a copy is its write, the second its read.
            const std::size_t ordinal = access.is_write() ? 0 : 1;
            const isl::map instances = poly::touched_points(
                what.box, leading_dimensions(*reader.definition, what.around()), *access.instances,
                copy.id);
            return replacement{
                {copy.id, ordinal},
                instances.intersect_range(executed_domain(*running_.at(copy.id).definition)),
                [this, &access] { return in_memory(access).domain(); }};
        };
        running_.dependences() = redirect(running_.dependences(), redirected, what);
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
        running_.refresh_accesses(reader);
    }

    void note_window(const staging &what, const std::vector<std::string> &readers) {
        poly::scoped_buffer window{what.window->storage->name, what.kept_level, readers};
        for (const computation_state *statement : what.before_consumer()) {
            window.statements.push_back(statement->id);
        }
        if (what.store != nullptr) {
            window.statements.push_back(what.store->id);
        }
        running_.windows().push_back(window);
    }

    /// The source itself does not run where nothing else needs its buffer.
    void drop_if_unused(const staging &what) {
        const std::string &buffer = what.source->storage->name;
        const auto is_source = [&](const std::string &id) {
            const computation_state *definition = function_.find_definition(id);
            return definition->base == what.source && !function_.is_staged(*definition);
        };
        const bool is_temporary = std::any_of(
            running_.resolved().temporaries.begin(), running_.resolved().temporaries.end(),
            [&](const program_buffer &one) { return one.name == buffer; });
        for (const auto &[id, statement] : running_.statements()) {
            for (const poly::memory_access &access : statement.accesses) {
                if (!is_temporary || (access.buffer == buffer && !is_source(id))) {
                    return;
                }
            }
        }
        const auto is_dropped = [&](const std::string &id) {
            return is_source(id) || is_added_for(is_source, id);
        };
        running_.remove_if(is_dropped);
        std::vector<poly::scoped_buffer> &windows = running_.windows();
        const auto is_left = [&](const poly::scoped_buffer &window) {
            return std::none_of(window.statements.begin(), window.statements.end(), is_dropped);
        };
        windows.erase(std::stable_partition(windows.begin(), windows.end(), is_left),
                      windows.end());
    }

    /// Whether a staging adds the statement for a consumer of which `is_dropped` holds.
    template <typename IsDropped>
    bool is_added_for(const IsDropped &is_dropped, const std::string &id) const {
        return std::any_of(
            function_.stagings.begin(), function_.stagings.end(),
            [&](const auto &other) { return is_dropped(other->consumer->id) && other->adds(id); });
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
