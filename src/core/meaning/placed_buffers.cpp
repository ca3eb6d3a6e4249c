#include "core/meaning/placed_buffers.h"

#include <algorithm>

#include "core/commands/kept_values.h"
#include "core/commands/order_commands.h"
#include "core/meaning/explainer.h"
#include "core/meaning/loop_statements.h"
#include "core/program/buffer_text.h"
#include "core/program/command_kind.h"
#include "polyhedral/privatization.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;
using poly::shared_loop;

/// Who says where a buffer is allocated, for errors.
struct placing_call {
    std::string subject, text;
};

/// One buffer and the loop that it is to be allocated in.
class placement {
public:
    placement(const function_state &function, const analysis &now, const buffer_state &buffer,
              const computation_state &inside, allocation_place place, placing_call call)
        : function_(function), now_(now), buffer_(buffer), inside_(inside),
          place_(std::move(place)), call_(std::move(call)) {}

    poly::scoped_buffer find() const {
        const shared_loop loop = find_loop();
        require_scalar(loop);
        poly::scoped_buffer placed{buffer_.name, loop.level, {}};
        for (const memory_access &access : now_.accesses) {
            if (access.buffer == buffer_.name) {
                require_inside(access, loop);
                require_own_values(access, loop);
                placed.statements.push_back(access.statement);
            }
        }
        return placed;
    }

private:
    const function_state &function_;
    const analysis &now_;
    const buffer_state &buffer_;
    const computation_state &inside_;
    const allocation_place place_;
    const placing_call call_;

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(call_.subject, call_.text, problem, place_.where);
    }

    // Commands that came after allocate_at() may have renamed the loop, or staged the computation.
    shared_loop find_loop() const {
        const std::string &id = inside_.id;
        for (const shared_loop &loop : poly::shared_loops(now_.statements)) {
            const auto level = static_cast<std::size_t>(loop.level);
            const auto own = std::find_if(loop.statements.begin(), loop.statements.end(),
                                          [&](const auto *one) { return one->name == id; });
            if (own != loop.statements.end() && (*own)->loop_names[level] == place_.loop) {
                return loop;
            }
        }
        refuse(subject(inside_) + " has no loop \"" + place_.loop +
               "\" as it is scheduled now; give this command after those that change the "
               "computation's loops");
    }

    // Lanes of a vector share what is allocated.
    void require_scalar(const shared_loop &inner) const {
        for (const shared_loop &loop : poly::shared_loops(now_.statements)) {
            if (loop.level <= inner.level && holds(loop, inside_.id) &&
                poly::kind_of(loop) == poly::loop_kind::vectorized) {
                refuse("the iterations of loop \"" + place_.loop +
                       "\" run on lanes of vectors; name a loop outside of the vectorized one");
            }
        }
    }

    void require_inside(const memory_access &access, const shared_loop &loop) const {
        if (!holds(loop, access.statement)) {
            refuse("\"" + access.statement + "\" uses the buffer outside of loop \"" + place_.loop +
                   "\"; name a loop that all computations share that use it");
        }
    }

    void require_own_values(const memory_access &read, const shared_loop &loop) const {
        if (read.is_write()) {
            return;
        }
        const isl::map foreign = poly::reads_from_outside(read, now_.accesses, now_.schedule,
                                                          poly::loop_dim(loop.level));
        if (foreign.is_empty()) {
            return;
        }
        for (std::size_t i = 0; i < now_.dependences.size(); ++i) {
            const poly::dependence &dep = now_.dependences[i];
            if (dep.kind != poly::dependence_kind::flow || dep.buffer != buffer_.name ||
                dep.sink != read.statement) {
                continue;
            }
            for (int level = 0; level <= loop.level; ++level) {
                const isl::map pairs =
                    poly::carried_pairs(dep, now_.schedule, poly::loop_dim(level))
                        .intersect_range(foreign.domain());
                if (!pairs.is_empty()) {
                    throw explainer(function_, now_, place_.where)
                        .not_private(poly::make_witness(now_.dependences, i, pairs, now_.accesses,
                                                        now_.schedule),
                                     loop, call_.subject, call_.text);
                }
            }
        }
        refuse("\"" + read.statement +
               "\" reads elements of it that the same iteration of loop \"" + place_.loop +
               "\" is not known to write before");
    }
};

bool is_temporary(const analysis &now, const buffer_state &buffer) {
    return std::any_of(
        now.resolved.temporaries.begin(), now.resolved.temporaries.end(),
        [&](const program_buffer &temporary) { return temporary.name == buffer.name; });
}

/// What allocate_at() says; nothing where the schedule does not have the computation.
std::optional<placement> placed_by_itself(const function_state &function, const analysis &now,
                                          const buffer_state &buffer) {
    const allocation_place &place = *buffer.allocated_at;
    const computation_state *inside = function.find_definition(place.computation);
    if (inside == nullptr) {
        return std::nullopt;
    }
    return placement(
        function, now, buffer, *inside, place,
        {buffer_text(buffer), "allocate_at(" + place.computation + ", " + place.loop + ")"});
}

/// What store_at says where no compute_at has carried it out.
std::optional<placement> placed_by_command(const function_state &function, const analysis &now,
                                           const command &given) {
    const computation_state &source = *function.find_definition(given.computation);
    computation_state &consumer =
        *function.find_definition(std::get<computation_reference>(given.arguments[0]).id);
    const int level = level_of(consumer, given, 1);
    if (level == computation::root_dimension || is_computed_inside(source, consumer) ||
        &given != last_store_at(source, consumer) || !is_temporary(now, *source.base->storage)) {
        return std::nullopt;
    }
    const std::string &loop = consumer.nest.loops[static_cast<std::size_t>(level)].name;
    return placement(function, now, *source.base->storage, consumer,
                     {consumer.id, loop, given.where}, {subject(source), call_text(given)});
}

} // namespace

std::vector<poly::scoped_buffer> placed_buffers(const function_state &function,
                                                const analysis &now) {
    std::vector<poly::scoped_buffer> placed;
    for (const auto &buffer : function.buffers) {
        if (buffer->allocated_at && is_temporary(now, *buffer)) {
            if (const auto place = placed_by_itself(function, now, *buffer)) {
                placed.push_back(place->find());
            }
        }
    }
    for (const command &given : function.commands) {
        if (has_trait(given, keeps_values)) {
            if (const auto place = placed_by_command(function, now, given)) {
                placed.push_back(place->find());
            }
        }
    }
    return placed;
}

} // namespace tiramisu::core
