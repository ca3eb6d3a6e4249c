#include "nn/framework/program/call_checks.h"

#include <string_view>

#include "tiramisu/jit.h"
#include "tiramisu/runtime.h"

namespace tiramisu::nn {

call_checks call_checks::of(const char *call, source_place where) const {
    call_checks made = *this;
    made.call_ = call;
    made.where_ = where;
    return made;
}

void call_checks::require(const void *given, bool wanted, const std::string &argument) const {
    if (wanted && given == nullptr) {
        refuse(argument, " is null");
    }
    if (!wanted && given != nullptr) {
        refuse(argument, " is given, but the problem has none");
    }
}

void call_checks::require(const_elements given, element_type type, bool wanted,
                          const std::string &argument) const {
    require(given.data(), wanted, argument);
    if (given.data() != nullptr && given.type() != type) {
        refuse(argument,
               " is of type " + to_string(given.type()) + ", must be of " + to_string(type));
    }
}

void call_checks::require_count(std::size_t given, std::size_t wanted,
                                const std::string &what) const {
    if (given != wanted) {
        refuse(what, " are " + std::to_string(given) + ", must be " + std::to_string(wanted));
    }
}

void call_checks::require_packed(const std::string &made_for, const std::string &read,
                                 const std::string &argument, const std::string &kind) const {
    if (made_for == read) {
        return;
    }
    const std::string verb = argument.size() == 1 ? " was" : " were"; // a matrix, or weights
    refuse(argument, verb + " packed for another " + kind +
                         (made_for.empty() ? "" : ", \"" + made_for + "\"") +
                         "; this one reads what its pack() makes, for \"" + read + "\"");
}

void call_checks::require_packed(const layer_weights &given, const packed_kernel &reader,
                                 const std::string &argument, const std::string &kind) const {
    require_packed(given.made_for(), reader.made_for(), argument, kind);
    if (given.size() != reader.weights_count()) { // else no text is made: this is done in each run
        require_count(given.size(), reader.weights_count(), "elements of " + argument);
    }
}

void call_checks::refuse(const std::string &argument, const std::string &found) const {
    throw user_error("problem \"" + (problem_ ? *problem_ : "") + "\"", call_, argument + found,
                     where_);
}

void call_checks::refuse_what_code_reported(int number) const {
    const std::string text = compiled_function::error_text();
    if (tiramisu_error_name(number) == std::string_view("out_of_memory")) {
        throw error(text);
    }
    refuse("", text);
}

} // namespace tiramisu::nn
