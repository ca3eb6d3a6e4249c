#include "core/program/instance_text.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

std::string instance_text(const computation_state &definition, const std::vector<long> &iterators) {
    std::string text;
    for (long value : iterators) {
        text += (text.empty() ? "" : ", ") + std::to_string(value);
    }
    return definition.id + "(" + text + ")";
}

std::string sizes_text(const std::vector<std::pair<std::string, long>> &constants) {
    std::string text;
    for (const auto &[name, value] : constants) {
        text += (text.empty() ? " (with " : ", ") + name + " = " + std::to_string(value);
    }
    return text.empty() ? "" : text + ")";
}

std::string first_pair_text(const isl::map &pairs, const computation_state &first,
                            const computation_state &second) {
    const std::vector<long> both = poly::example_of(poly::flat_pairs(pairs)).coordinates;
    const auto split = both.begin() + poly::domain_dims(pairs);
    return instance_text(first, {both.begin(), split}) + " and " +
           instance_text(second, {split, both.end()});
}

std::string point_text(const std::vector<std::string> &names, const std::vector<long> &values) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) {
        text += (text.empty() ? "" : ", ") + names[i] + "=" + std::to_string(values[i]);
    }
    return "(" + text + ")";
}

} // namespace tiramisu::core
