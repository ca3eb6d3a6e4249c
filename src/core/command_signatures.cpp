#include "core/command_signatures.h"

#include <algorithm>
#include <map>

namespace tiramisu::core {

namespace {

/// One letter an argument: L a loop, W the name of a new loop, C a computation, N a number.
struct argument_letter {
    char operator()(const loop_reference &) const { return 'L'; }
    char operator()(const new_loop &) const { return 'W'; }
    char operator()(const computation_reference &) const { return 'C'; }
    char operator()(int) const { return 'N'; }
};

const std::map<std::string, std::vector<std::string>> signatures = {
    {"after", {"CL"}},
    {"between", {"CLCL"}},
    {"split", {"LN", "LNWW"}},
    {"tile", {"LLNN", "LLNNWWWW", "LLLNNN", "LLLNNNWWWWWW"}},
    {"interchange", {"LL"}},
    {"shift", {"LN"}},
    {"skew", {"LLNN", "LLNNWW", "LLNNNN", "LLNNNNWW"}},
    {"loop_reversal", {"L", "LW"}},
    {"parallelize", {"L"}},
    {"vectorize", {"LN", "LNWW"}},
    {"unroll", {"LN", "LNWW"}},
    {"tag_parallel_level", {"L"}},
    {"tag_vector_level", {"LN"}},
    {"tag_unroll_level", {"L", "LN"}}};

std::string kind_text(char letter) {
    switch (letter) {
    case 'L': return "loop";
    case 'W': return "new loop";
    case 'C': return "computation";
    default: return "number";
    }
}

/// "(loop, number)"
std::string signature_text(const std::string &signature) {
    std::string text;
    for (char letter : signature) {
        text += (text.empty() ? "" : ", ") + kind_text(letter);
    }
    return "(" + text + ")";
}

} // namespace

void require_fitting_arguments(const command &what, const std::string &subject) {
    const auto known = signatures.find(what.verb);
    if (known == signatures.end()) {
        return;
    }
    std::string given;
    for (const command_argument &argument : what.arguments) {
        given += std::visit(argument_letter{}, argument);
    }
    const std::vector<std::string> &accepted = known->second;
    if (std::find(accepted.begin(), accepted.end(), given) != accepted.end()) {
        return;
    }
    std::string choices;
    for (const std::string &signature : accepted) {
        choices += (choices.empty() ? "" : " or ") + signature_text(signature);
    }
    throw user_error(subject, call_text(what),
                     "is given " + signature_text(given) + ", but takes " + choices, what.where);
}

} // namespace tiramisu::core
