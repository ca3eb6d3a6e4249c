#include "codegen/sequence/sequence_names.h"

#include <algorithm>

namespace tiramisu::lower {

const sequence_memory *memory_named(const function_sequence &sequence, const std::string &name) {
    const auto found = std::find_if(sequence.memory.begin(), sequence.memory.end(),
                                    [&](const sequence_memory &one) { return one.name == name; });
    return found == sequence.memory.end() ? nullptr : &*found;
}

std::string sequence_names::scalar(const std::string &of_function) const {
    for (std::size_t i = 0; i < call_.scalars.size(); i++) {
        if (function_.scalar_arguments[i].name == of_function) {
            return call_.scalars[i];
        }
    }
    return {};
}

std::optional<std::int32_t> sequence_names::value(const std::string &of_function) const {
    const auto found = sequence_.constants.find(scalar(of_function));
    return found == sequence_.constants.end() ? std::nullopt : std::optional(found->second);
}

std::vector<expr> sequence_names::with_values(const std::vector<expr> &sizes) const {
    std::vector<expr> made;
    for (const expr &size : sizes) {
        const auto known = size.is_constant() ? std::nullopt : value(size.get_name());
        made.push_back(known ? expr(*known) : size);
    }
    return made;
}

bool sequence_names::are_same(const std::vector<expr> &of_argument,
                              const std::vector<expr> &of_memory) const {
    const std::vector<expr> sizes = with_values(of_argument);
    return std::equal(sizes.begin(), sizes.end(), of_memory.begin(), of_memory.end(),
                      [&](const expr &size, const expr &there) {
                          return size.is_constant() ? size.is_equal(there)
                                                    : scalar(size.get_name()) == there.get_name() &&
                                                          !there.get_name().empty();
                      });
}

const sequence_memory *sequence_names::whole_input(const std::string &argument) const {
    for (std::size_t i = 0; i < call_.where.size(); i++) {
        const core::program_buffer &of_function = function_.arguments[i];
        const sequence_place &place = call_.where[i];
        if (of_function.name == argument) {
            const sequence_memory *there = memory(place.memory);
            const bool is_whole = place.first == 0 && place.every_round == 0 &&
                                  place.read_as == p_none &&
                                  are_same(of_function.sizes, there->sizes);
            return there->role == a_input && !there->is_embedded() && is_whole ? there : nullptr;
        }
    }
    return nullptr;
}

} // namespace tiramisu::lower
