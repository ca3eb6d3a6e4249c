#include <algorithm>
#include <map>

#include "core/meaning/meaning.h"
#include "core/program/public_call.h"
#include "polyhedral/context_copy.h"
#include "tiramisu/function.h"

// Copies of functions.

namespace tiramisu {

namespace {

using core::buffer_state;
using core::computation_state;
using core::function_state;

/// Copies an algorithm, of which no command is in force, to a function that has nothing yet.
class algorithm_copier {
public:
    algorithm_copier(const function_state &from, function_state &to) : from_(from), to_(to) {}

    void copy() {
        for (const auto &one : from_.buffers) {
            add_buffer(*one);
        }
        for (const auto &one : from_.computations) {
            add_computation(*one);
        }
        for (const auto &one : from_.computations) {
            refer_to_copies(*computations_.at(one.get()));
        }
        copy_meaning();
    }

private:
    const function_state &from_;
    function_state &to_;
    std::map<const computation_state *, computation_state *> computations_;
    std::map<const buffer_state *, buffer_state *> buffers_;
    std::map<const buffer_state *, buffer *> handles_;

    template <typename State>
    static State *copy_in(const std::map<const State *, State *> &copies, const State *original) {
        const auto found = copies.find(original);
        return found == copies.end() ? nullptr : found->second;
    }
    computation_state *copy_of(const computation_state *one) const {
        return copy_in(computations_, one);
    }
    buffer_state *copy_of(const buffer_state *one) const { return copy_in(buffers_, one); }

    void add_buffer(const buffer_state &original) {
        auto made = std::make_unique<buffer_state>(original);
        made->owner = &to_;
        buffers_[&original] = made.get();
        to_.buffer_handles.push_back(std::make_unique<buffer>(core::not_owning(made.get())));
        handles_[&original] = to_.buffer_handles.back().get();
        to_.buffers.push_back(std::move(made));
    }

    void add_computation(const computation_state &original) {
        auto made = std::make_unique<computation_state>(core::definition_value(original));
        made->owner = &to_;
        made->domain = poly::copied(original.domain, to_.ctx);
        made->nest.map = poly::copied(original.nest.map.divided(), to_.ctx);
        made->handle = std::make_unique<computation>(core::not_owning(made.get()));
        computations_[&original] = made.get();
        to_.computations.push_back(std::move(made));
    }

    void refer_to_copies(computation_state &made) const {
        made.base = copy_of(made.base);
        for (computation_state *&update : made.updates) {
            update = copy_of(update);
        }
        made.storage = copy_of(made.storage);
    }

    void copy_meaning() {
        core::function_algorithm &meaning = to_;
        meaning = from_;
        meaning.context = poly::copied(from_.context, to_.ctx);
        if (meaning.fixed_reference) {
            for (auto &[id, times] : *meaning.fixed_reference) {
                times = poly::copied(times, to_.ctx);
            }
        }
        for (auto &[id, place] : meaning.places) {
            place.storage = copy_of(place.storage);
        }
        if (meaning.arguments) {
            for (buffer *&argument : *meaning.arguments) {
                argument = handles_.at(argument->state());
            }
        }
        to_.on_illegal = from_.on_illegal;
        to_.has_complete_schedule = from_.has_complete_schedule;
    }
};

} // namespace

function function::clone(const std::string &name, source_place where) const {
    function made(name, where);
    core::find_meaning_of_all_schedules(*state_, where);
    const schedule own = get_schedule();
    core::function_snapshot as_it_was(*state_);
    core::restating_errors(*state_, {core::subject(*state_), "clone(\"" + name + "\")", where},
                           [&] {
                               as_it_was.put_schedule_aside();
                               algorithm_copier(*state_, *made.state()).copy();
                               core::copy_known_meaning(*state_, *made.state());
                           });
    made.set_schedule(own.of(name), where);
    return made;
}

buffer *function::get_buffer_by_name(const std::string &name) const {
    for (const auto &handle : state_->buffer_handles) {
        if (handle->get_name() == name) {
            return handle.get();
        }
    }
    return nullptr;
}

} // namespace tiramisu
