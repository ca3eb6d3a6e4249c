#include "core/meaning/meaning.h"
#include "core/meaning/arithmetic_range.h"

#include <algorithm>
#include <utility>

#include "core/commands/schedule_view.h"
#include "core/meaning/argument_guess.h"
#include "core/meaning/index_range.h"
#include "core/meaning/iterator_range.h"
#include "core/meaning/reference_order.h"
#include "core/program/function_snapshot.h"
#include "core/program/memory_accesses.h"
#include "core/program/notes.h"
#include "core/program/public_call.h"
#include "core/program/resolve.h"
#include "core/program/storage_bounds.h"
#include "polyhedral/context_copy.h"
#include "polyhedral/relations.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::core {

namespace {

/// Meanings that a function keeps: of what was declared, and of what rfactor or a search for
/// another schedule makes of it for a while.
constexpr std::size_t most_known = 4;

meant_order reference_of(const function_state &function,
                         const std::vector<poly::memory_access> &accesses) {
    if (!function.fixed_reference) {
        return reference_order(function, accesses,
                               scheduled_statements(function, order_view::as_shared));
    }
    for (const computation_state *statement : function.executed()) {
        if (function.fixed_reference->count(statement->id) == 0) {
            throw user_error(subject(*statement), "",
                             "is made after perform_full_dependency_analysis() has fixed the "
                             "order of the computations that there were; call it again",
                             statement->where);
        }
    }
    return {*function.fixed_reference, false};
}

/// Whether commands are part of what the function means, whatever order it has: loops that run
/// downward by number, and values without a place.
bool has_meaning_by_commands(const function_state &function) {
    return std::any_of(function.computations.begin(), function.computations.end(),
                       [](const auto &one) { return one->is_inlined; }) ||
           std::any_of(function.commands.begin(), function.commands.end(),
                       [](const command &given) { return given.name == "loop_reversal"; });
}

bool is_known(const function_state &function, const std::vector<buffer *> &arguments,
              const known_meaning &known) {
    const bool by_commands = known.depends_on_commands || has_meaning_by_commands(function);
    return known.algorithm.is_of(function, arguments) &&
           (!by_commands || std::equal(function.commands.begin(), function.commands.end(),
                                       known.commands.begin(), known.commands.end()));
}

bool is_alike(const std::optional<isl::map> &left, const std::optional<isl::map> &right) {
    return left.has_value() == right.has_value() &&
           (!left || poly::is_written_alike(*left, *right));
}

bool is_alike(const poly::memory_access &left, const poly::memory_access &right) {
    return left.statement == right.statement && left.buffer == right.buffer &&
           left.what == right.what && left.exact == right.exact &&
           left.reduction_class == right.reduction_class &&
           left.is_conditional == right.is_conditional && left.named == right.named &&
           poly::is_written_alike(left.relation, right.relation) &&
           is_alike(left.instances, right.instances);
}

bool have_same_dependences(const meaning &left, const meaning &right) {
    return std::equal(left.accesses.begin(), left.accesses.end(), right.accesses.begin(),
                      right.accesses.end(),
                      [](const auto &one, const auto &other) { return is_alike(one, other); }) &&
           std::equal(left.reference.begin(), left.reference.end(), right.reference.begin(),
                      right.reference.end(), [](const auto &one, const auto &other) {
                          return one.first == other.first &&
                                 poly::is_written_alike(one.second, other.second);
                      });
}

/// Other commands, or other arguments, often leave accesses and order as they were.
std::vector<poly::dependence> dependences_of(const function_state &function, const meaning &now) {
    const auto same =
        std::find_if(function.known.begin(), function.known.end(),
                     [&](const auto &known) { return have_same_dependences(*known->found, now); });
    return same == function.known.end() ? poly::dependences(now.accesses, now.reference)
                                        : (*same)->found->dependences;
}

/// Takes the notes that are made while it lives; the function has those of before then.
class taken_notes {
public:
    explicit taken_notes(function_state &function)
        : function_(function), before_(std::exchange(function.notes, {})) {}
    taken_notes(const taken_notes &) = delete;
    taken_notes &operator=(const taken_notes &) = delete;
    ~taken_notes() { function_.notes = std::move(before_); }

    std::vector<std::string> so_far() const { return std::vector<std::string>(function_.notes); }

private:
    function_state &function_;
    support::append_log<std::string> before_;
};

std::shared_ptr<const known_meaning>
find_meaning(function_state &function, const std::vector<buffer *> &arguments, source_place where) {
    const known_algorithm algorithm(function, arguments);
    const taken_notes notes(function);
    auto now = std::make_shared<meaning>();
    require_iterators_fit(function);
    note_backward_ranges(function);
    now->resolved = resolve(function, arguments, where);
    require_indices_fit(function, now->resolved);
    now->accesses = memory_accesses(function.executed(), now->resolved);
    now->resolved.checks = wide_constant_checks(function, now->resolved);
    for (program_check &check : arithmetic_range_checks(function, now->resolved)) {
        now->resolved.checks.push_back(std::move(check));
    }
    now->storage_checks = storage_checks(function, now->resolved.arguments, now->accesses);
    meant_order order = reference_of(function, now->accesses);
    now->reference = std::move(order.times);
    now->is_ordered_by_commands = order.is_by_commands;
    now->dependences = dependences_of(function, *now);
    now->notes = notes.so_far();
    const bool by_commands = order.is_by_commands || has_meaning_by_commands(function);
    return std::make_shared<known_meaning>(
        known_meaning{algorithm, by_commands, function.commands, std::move(now)});
}

meaning copied(const meaning &original, isl::ctx to) {
    meaning copy = original;
    for (poly::memory_access &access : copy.accesses) {
        access.relation = poly::copied(access.relation, to);
        access.instances =
            access.instances ? std::optional(poly::copied(*access.instances, to)) : std::nullopt;
    }
    for (auto &[id, times] : copy.reference) {
        times = poly::copied(times, to);
    }
    for (poly::dependence &dep : copy.dependences) {
        dep.pairs = poly::copied(dep.pairs, to);
    }
    return copy;
}

} // namespace

std::shared_ptr<const meaning>
meaning_of(function_state &function, const std::vector<buffer *> &arguments, source_place where) {
    const poly::work_apart remembered(function.ctx);
    auto &all = function.known;
    const auto known = std::find_if(all.begin(), all.end(), [&](const auto &one) {
        return is_known(function, arguments, *one);
    });
    if (known != all.end()) {
        give_storage(function);
        std::rotate(all.begin(), known, known + 1);
    } else {
        all.insert(all.begin(), find_meaning(function, arguments, where));
        all.resize(std::min(all.size(), most_known));
    }
    for (const std::string &text : all.front()->found->notes) {
        note_once(function, text);
    }
    return all.front()->found;
}

std::shared_ptr<const meaning> meaning_by_commands(function_state &function, source_place where) {
    const std::vector<buffer *> arguments = guess_arguments(function);
    const function_snapshot as_it_was(function);
    try {
        const auto found = meaning_of(function, arguments, where);
        return found->is_ordered_by_commands ? found : nullptr;
    } catch (const user_error &) {
        return nullptr;
    }
}

fixed_meaning::fixed_meaning(function_state &function, const std::shared_ptr<const meaning> &had)
    : function_(function), before_(function.fixed_reference) {
    const std::vector<const computation_state *> executed = function.executed();
    if (had != nullptr && std::all_of(executed.begin(), executed.end(), [&](const auto *one) {
            return had->reference.count(one->id) != 0;
        })) {
        function_.fixed_reference = had->reference;
    }
}

fixed_meaning::fixed_meaning(function_state &function, const poly::timestamps &reference)
    : function_(function), before_(std::move(function.fixed_reference)) {
    function_.fixed_reference = reference;
}

fixed_meaning::~fixed_meaning() {
    function_.fixed_reference = std::move(before_);
}

void find_meaning_of_all_schedules(function_state &function, source_place where) {
    try {
        function_snapshot as_it_was(function);
        restating_errors(function, {subject(function), "clone", where}, [&] {
            as_it_was.put_schedule_aside();
            meaning_of(function, guess_arguments(function), where);
        });
    } catch (const user_error &) {
        return;
    }
}

void copy_known_meaning(const function_state &from, function_state &to) {
    const std::vector<buffer *> arguments = guess_arguments(from);
    const auto known = std::find_if(from.known.begin(), from.known.end(), [&](const auto &one) {
        return is_known(from, arguments, *one);
    });
    if (known != from.known.end()) {
        meaning copy = copied(*(*known)->found, to.ctx);
        copy.resolved.name = to.name;
        to.known = {std::make_shared<known_meaning>(
            known_meaning{known_algorithm(to, guess_arguments(to)), (*known)->depends_on_commands,
                          to.commands, std::make_shared<meaning>(std::move(copy))})};
    }
}

} // namespace tiramisu::core
