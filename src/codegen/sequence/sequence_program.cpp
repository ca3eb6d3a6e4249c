#include "codegen/sequence/sequence_program.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "codegen/sequence/sequence_names.h"
#include "core/expr/expr_typing.h"
#include "core/program/storage.h"

namespace tiramisu::lower {

namespace {

/// A sequence counts as touching the whole of an argument, that is its last element, if there is
/// one.
core::program_reach all_of(const std::vector<expr> &sizes) {
    core::program_reach reach;
    for (const expr &size : sizes) {
        reach.element.push_back(size - expr(1));
        if (!size.is_constant()) {
            const expr some = size > expr(0);
            reach.condition = reach.condition.is_defined() ? reach.condition && some : some;
        }
    }
    return reach;
}

/// The number of elements, or the greatest number there is; nothing if it is known at run time
/// only.
std::optional<std::int64_t> elements(const std::vector<expr> &sizes) {
    std::int64_t count = 1;
    for (const expr &size : sizes) {
        if (!size.is_constant()) {
            return std::nullopt;
        }
        if (__builtin_mul_overflow(count, size.get_int_val(), &count)) {
            return std::numeric_limits<std::int64_t>::max();
        }
    }
    return count;
}

/// What one function is given.
class fit {
public:
    fit(const function_sequence &sequence, const sequence_call &call, const core::program &function,
        source_place where)
        : sequence_(sequence), names_(sequence, call, function), function_(function),
          where_(where) {}

    void require_as_many(const std::string &what, std::size_t given, std::size_t wanted) const {
        if (given != wanted) {
            refuse("is given " + std::to_string(given) + " " + what + ", takes " +
                   std::to_string(wanted));
        }
    }

    void require_scalar(const std::string &name, const core::program_scalar &argument) const {
        const auto &known = sequence_.scalars;
        if (std::find(known.begin(), known.end(), name) == known.end() &&
            sequence_.constants.count(name) == 0) {
            refuse("is given the scalar \"" + name + "\", which the sequence does not have");
        }
        if (argument.type != p_int32) {
            refuse("takes a scalar of type " + to_string(argument.type) +
                   ", those of a sequence are int32");
        }
    }

    void require_place(const sequence_place &place, const core::program_buffer &argument) const {
        const sequence_memory *memory = names_.memory(place.memory);
        const std::string of = "\"" + argument.name + "\" in \"" + place.memory + "\"";
        if (memory == nullptr) {
            refuse("is given " + of + ", which the sequence does not have");
        }
        const bool is_as_it_lies = place.read_as == p_none;
        if (!is_as_it_lies && (memory->role != a_input || argument.role != a_input)) {
            refuse("is given " + of + " as elements of " + to_string(place.read_as) +
                   "; only inputs that are only read may be taken for another type");
        }
        const primitive_t there = is_as_it_lies ? memory->type : place.read_as;
        if (there != argument.type) {
            refuse("is given " + of + ", whose elements are " + to_string(there) + ", must be " +
                   to_string(argument.type));
        }
        if (argument.role == a_output && memory->role == a_input) {
            refuse("writes " + of + ", which is an input");
        }
        require_room(place, argument, *memory, of);
    }

private:
    const function_sequence &sequence_;
    sequence_names names_;
    const core::program &function_;
    source_place where_;

    [[noreturn]] void refuse(const std::string &reason) const {
        throw user_error("sequence \"" + sequence_.name + "\"",
                         "function \"" + function_.name + "\"", reason, where_);
    }

    void require_room(const sequence_place &place, const core::program_buffer &argument,
                      const sequence_memory &memory, const std::string &of) const {
        const auto wanted = elements(names_.with_values(argument.sizes)),
                   there = elements_read(place, memory);
        const bool is_moved = place.first != 0 || place.read_as != p_none ||
                              (sequence_.rounds > 1 && place.every_round != 0);
        if (!wanted || !there) {
            if (is_moved || !names_.are_same(argument.sizes, memory.sizes)) {
                refuse("is given " + of +
                       ", which is not as large: where sizes are known at run time only, an "
                       "argument must be all of its memory");
            }
            return;
        }
        if (!is_inside(place, *there - *wanted)) {
            refuse("is given " + of + " from element " + std::to_string(place.first) + " on" +
                   (sequence_.rounds > 1
                        ? ", in each round " + std::to_string(place.every_round) + " further,"
                        : ",") +
                   " takes " + std::to_string(*wanted) + " elements of " + std::to_string(*there));
        }
    }

    /// Elements of the memory, counted as the place says.
    static std::optional<std::int64_t> elements_read(const sequence_place &place,
                                                     const sequence_memory &memory) {
        const auto own = elements(memory.sizes);
        if (!own || place.read_as == p_none) {
            return own;
        }
        const std::int64_t most =
            std::numeric_limits<std::int64_t>::max() / size_in_bytes(memory.type);
        return std::min(*own, most) * size_in_bytes(memory.type) / size_in_bytes(place.read_as);
    }

    /// Whether it begins at elements from 0 to `last` in all rounds.
    bool is_inside(const sequence_place &place, std::int64_t last) const {
        const std::int64_t further = sequence_.rounds - 1;
        return place.first >= 0 && place.every_round >= 0 && place.first <= last &&
               (further == 0 || place.every_round <= (last - place.first) / further);
    }
};

/// Throws user_error where a name stands for two things.
void require_names(const function_sequence &sequence, source_place where) {
    std::set<std::string> names;
    const auto require_new = [&](const std::string &name, const std::string &as) {
        if (!names.insert(name).second) {
            throw user_error("sequence \"" + sequence.name + "\"", as + " \"" + name + "\"",
                             "has the name of other memory or another scalar of the sequence",
                             where);
        }
    };
    for (const sequence_memory &one : sequence.memory) {
        require_new(one.name, "memory");
    }
    for (const std::string &scalar : sequence.scalars) {
        require_new(scalar, "scalar");
    }
    for (const auto &[name, value] : sequence.constants) {
        require_new(name, "constant");
    }
}

/// Throws user_error where a description of memory has no meaning.
void require_meaning(const function_sequence &sequence, const sequence_memory &memory,
                     source_place where) {
    const std::string subject = "sequence \"" + sequence.name + "\"",
                      call = "memory \"" + memory.name + "\"";
    const auto refuse = [&](const std::string &reason) {
        throw user_error(subject, call, reason, where);
    };
    core::require_type(subject, call, memory.type, where);
    core::require_role(subject, call, memory.role, where);
    if (memory.type == p_none) {
        refuse("has no type (p_none); give it that of its elements");
    }
    for (const expr &size : memory.sizes) {
        if (!size.is_defined()) {
            refuse("has a size that is not defined");
        }
        if (!is_integer(size.get_data_type())) {
            refuse("has the size " + size.to_str() + ", which is no integer");
        }
        if (size.is_constant() && size.get_int_val() < 0) {
            refuse("has the size " + size.to_str() + "; a size is at least 0");
        }
    }
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() / size_in_bytes(memory.type);
    if (elements(memory.sizes).value_or(0) > most) {
        refuse("has more elements than " + std::to_string(most) + ", whose bytes can be counted");
    }
    if (memory.values != nullptr && memory.numbers != nullptr) {
        refuse("has values and numbers; it is of one type, so give it one of them");
    }
}

void require_rounds(const function_sequence &sequence, source_place where) {
    const std::string subject = "sequence \"" + sequence.name + "\"";
    if (sequence.calls.empty()) {
        throw user_error(subject, "",
                         "has no calls, so that there is nothing to run; give function_sequence::"
                         "calls one at least",
                         where);
    }
    if (sequence.rounds < 1) {
        throw user_error(subject, "",
                         "has " + std::to_string(sequence.rounds) +
                             " rounds, so that there is nothing to run; "
                             "function_sequence::rounds is 1 at least",
                         where);
    }
}

/// The memory of an output must not overlap that of any other argument.
std::vector<core::program_overlap> overlaps_of(const std::vector<core::program_buffer> &arguments) {
    std::vector<core::program_overlap> pairs;
    for (auto one = arguments.begin(); one != arguments.end(); ++one) {
        for (auto next = one + 1; next != arguments.end(); ++next) {
            if (one->role == a_output) {
                pairs.push_back({one->name, next->name, false});
            } else if (next->role == a_output) {
                pairs.push_back({next->name, one->name, false});
            }
        }
    }
    return pairs;
}

/// Elements that are part of the code are what the sizes say, and can be described there.
void require_embeddable(const function_sequence &sequence, const sequence_memory &memory,
                        source_place where) {
    const auto refuse = [&](const std::string &reason) {
        throw user_error("sequence \"" + sequence.name + "\"", "memory \"" + memory.name + "\"",
                         reason, where);
    };
    const primitive_t type = memory.values != nullptr ? p_float32 : p_int32;
    if (memory.role != a_input || memory.type != type) {
        refuse("has values, must be an input of type " + to_string(type));
    }
    const auto wanted = elements(memory.sizes);
    const auto given = static_cast<std::int64_t>(memory.values != nullptr ? memory.values->size()
                                                                          : memory.numbers->size());
    if (wanted != given) {
        refuse("has " + std::to_string(given) + " values, must have as many as its sizes say");
    }
    if (given >= std::int64_t{1} << 29) {
        refuse("has " + std::to_string(given) +
               " values: an object file holds less than 2^31 bytes of them; make it an argument");
    }
}

} // namespace

core::program program_of(const function_sequence &sequence, source_place where) {
    require_rounds(sequence, where);
    require_names(sequence, where);
    core::program made;
    made.name = sequence.name;
    for (const sequence_memory &one : sequence.memory) {
        require_meaning(sequence, one, where);
        if (one.is_embedded()) {
            require_embeddable(sequence, one, where);
            continue;
        }
        core::program_buffer buffer{one.name, one.type, one.role, one.sizes};
        if (one.role == a_temporary) {
            made.temporaries.push_back(buffer);
        } else {
            buffer.reached = {all_of(one.sizes)};
            buffer.any_shape = one.any_shape;
            made.arguments.push_back(buffer);
        }
    }
    made.overlaps = overlaps_of(made.arguments);
    for (const std::string &scalar : sequence.scalars) {
        made.scalar_arguments.push_back({scalar, p_int32, {}});
    }
    return made;
}

written_memory::written_memory(const function_sequence &sequence, source_place where)
    : sequence_(sequence), where_(where) {}

void written_memory::add(const sequence_call &call, const core::program &function) {
    const auto memory_of = [&](std::size_t i) {
        return memory_named(sequence_, call.where[i].memory);
    };
    for (std::size_t i = 0; i < call.where.size(); i++) {
        const sequence_memory &memory = *memory_of(i);
        const bool is_read = function.arguments[i].role == a_input;
        if (is_read && memory.role == a_temporary && elements(memory.sizes) != 0 &&
            names_.count(memory.name) == 0) {
            throw user_error("sequence \"" + sequence_.name + "\"",
                             "function \"" + function.name + "\"",
                             "reads \"" + function.arguments[i].name + "\" in \"" + memory.name +
                                 "\", a temporary that no call before has written; write it "
                                 "first, or make it an argument",
                             where_);
        }
    }
    for (std::size_t i = 0; i < call.where.size(); i++) {
        if (function.arguments[i].role != a_input) {
            names_.insert(memory_of(i)->name);
        }
    }
}

void require_fit(const function_sequence &sequence, const sequence_call &call,
                 const core::program &function, source_place where) {
    const fit given(sequence, call, function, where);
    given.require_as_many("arguments", call.where.size(), function.arguments.size());
    given.require_as_many("scalars", call.scalars.size(), function.scalar_arguments.size());
    for (std::size_t i = 0; i < call.scalars.size(); i++) {
        given.require_scalar(call.scalars[i], function.scalar_arguments[i]);
    }
    for (std::size_t i = 0; i < call.where.size(); i++) {
        given.require_place(call.where[i], function.arguments[i]);
    }
}

} // namespace tiramisu::lower
