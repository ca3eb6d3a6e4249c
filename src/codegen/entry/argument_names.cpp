#include "codegen/entry/argument_names.h"

#include <algorithm>
#include <cctype>

#include "core/program/c_names.h"

namespace tiramisu::lower {

std::string c_identifier(const std::string &name) {
    std::string result;
    for (const char c : name) {
        result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    }
    if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0]))) {
        result = "argument_" + result;
    }
    return core::is_reserved_word(result) ? result + "_" : result;
}

std::string argument_name(const core::program &program, const std::string &name) {
    const std::string ending = "_buffer";
    const std::size_t end = name.size() > ending.size() ? name.size() - ending.size() : 0;
    if (end < 2 || name[0] != '_' || name.substr(end) != ending) {
        return c_identifier(name);
    }
    const std::string plain = c_identifier(name.substr(1, end - 1));
    const auto is_taken = [&](const auto &other) { return c_identifier(other.name) == plain; };
    return std::any_of(program.arguments.begin(), program.arguments.end(), is_taken) ||
                   std::any_of(program.scalar_arguments.begin(), program.scalar_arguments.end(),
                               is_taken)
               ? c_identifier(name)
               : plain;
}

} // namespace tiramisu::lower
