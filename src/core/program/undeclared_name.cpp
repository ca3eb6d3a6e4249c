#include "core/program/undeclared_name.h"

#include <regex>
#include <set>

namespace tiramisu::core {

namespace {

using names = std::set<std::string>;

const std::regex word("[A-Za-z_][A-Za-z0-9_']*");

void add_words(const std::string &text, names &all) {
    for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) {
        all.insert(at->str());
    }
}

const std::regex tuple(R"(\[([^\]]*)\])"), tuple_name(R"(([A-Za-z_][A-Za-z0-9_']*)\s*\[)"),
    quantified(R"(exists\s*\(?([^:]*):)");

/// Words in what `pattern` finds in its first group.
void add_matches(const std::string &text, const std::regex &pattern, names &all) {
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
        add_words((*at)[1].str(), all);
    }
}

} // namespace

std::string undeclared_name(const std::string &text) {
    names declared = {"and",    "or",    "not",   "exists",   "exist", "mod", "floor",
                      "floord", "ceil",  "ceild", "min",      "max",   "div", "implies",
                      "true",   "false", "infty", "infinity", "NaN",   "rat"};
    add_matches(text, tuple, declared);
    add_matches(text, tuple_name, declared);
    add_matches(text, quantified, declared);
    for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) {
        if (declared.count(at->str()) == 0) {
            return at->str();
        }
    }
    return "";
}

} // namespace tiramisu::core
