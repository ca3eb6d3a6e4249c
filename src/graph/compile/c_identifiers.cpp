#include "graph/compile/c_identifiers.h"

#include <cctype>
#include <set>

#include "core/program/c_names.h"
#include "support/free_name.h"
#include "tiramisu/type.h"

namespace tiramisu::graph {

std::string c_identifier(const std::string &value) {
    std::string made;
    for (const char one : value) {
        const bool is_kept = std::isalnum(static_cast<unsigned char>(one)) != 0;
        made += is_kept ? one : '_';
    }
    const bool is_free = !made.empty() && std::isalpha(static_cast<unsigned char>(made[0])) != 0 &&
                         !core::is_reserved_word(made);
    return is_free ? made : "value_" + made;
}

std::map<std::string, std::string> c_identifiers(const std::vector<std::string> &values) {
    // What else the function has.
    std::set<std::string> taken = {"weights", "indices", "between"};
    for (int type = p_boolean; type <= p_float64; type++) {
        taken.insert("between_" + to_string(static_cast<primitive_t>(type)));
    }
    std::map<std::string, std::string> made;
    for (const std::string &value : values) {
        made[value] = support::free_name(
            c_identifier(value),
            [&](const std::string &name) { return !taken.insert(name).second; }, 2);
    }
    return made;
}

} // namespace tiramisu::graph
