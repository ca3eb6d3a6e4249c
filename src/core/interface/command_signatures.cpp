#include "core/interface/command_signatures.h"

#include <algorithm>

namespace tiramisu::core {

namespace {

/// The letter of an argument's type in command_kind::signatures.
struct argument_letter {
    char operator()(const loop_reference &) const { return 'L'; }
    char operator()(const new_loop &) const { return 'W'; }
    char operator()(const computation_reference &) const { return 'C'; }
    char operator()(int) const { return 'N'; }
    char operator()(memory) const { return 'M'; }
    char operator()(tail) const { return 'T'; }
    char operator()(const isl_text &) const { return 'I'; }
    char operator()(const std::vector<loop_reference> &) const { return 'l'; }
    char operator()(const std::vector<new_loop> &) const { return 'w'; }
    char operator()(const std::vector<int> &) const { return 'n'; }
    char operator()(const poly::integer_matrix &) const { return 'X'; }
};

std::string kind_text(char letter) {
    switch (letter) {
    case 'L': return "loop";
    case 'W': return "new loop";
    case 'C': return "computation";
    case 'M': return "memory";
    case 'T': return "tail";
    case 'I': return "isl map";
    case 'l': return "loops";
    case 'w': return "new loops";
    case 'n': return "numbers";
    case 'X': return "matrix";
    case '*': return "...";
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

bool fits(const std::string &given, const std::string &signature) {
    if (!repeats_last(signature)) {
        return given == signature;
    }
    const char repeated = signature[signature.size() - 2];
    const std::string start = signature.substr(0, signature.size() - 2);
    return given.compare(0, start.size(), start) == 0 &&
           given.find_first_not_of(repeated, start.size()) == std::string::npos;
}

} // namespace

bool repeats_last(const std::string &signature) {
    return !signature.empty() && signature.back() == '*';
}

void require_fitting_arguments(const command_kind &kind, const command &what,
                               const std::string &subject) {
    std::string given;
    for (const command_argument &argument : what.arguments) {
        given += std::visit(argument_letter{}, argument);
    }
    const std::vector<std::string> &accepted = kind.signatures;
    if (std::any_of(accepted.begin(), accepted.end(),
                    [&](const std::string &signature) { return fits(given, signature); })) {
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
