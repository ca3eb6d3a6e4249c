#include "core/program/notes.h"

#include <algorithm>

#include "core/expr/error_text.h"
#include "core/program/state.h"

namespace tiramisu::core {

void note(function_state &function, const std::string &subject, const command &what,
          const std::string &text) {
    function.notes.push_back(error_text(subject, call_text(what), text, what.where));
}

void note(function_state &function, const std::string &subject, const std::string &call,
          const std::string &text, source_place where) {
    note_once(function, error_text(subject, call, text, where));
}

void note_once(function_state &function, const std::string &told) {
    if (std::find(function.notes.begin(), function.notes.end(), told) == function.notes.end()) {
        function.notes.push_back(told);
    }
}

} // namespace tiramisu::core
