#include "core/notes.h"

#include <algorithm>

#include "core/state.h"
#include "tiramisu/error.h"

namespace tiramisu::core {

void note(function_state &function, const std::string &subject, const command &what,
          const std::string &text) {
    function.notes.push_back(user_error(subject, call_text(what), text, what.where).what());
}

void note(function_state &function, const std::string &subject, const std::string &call,
          const std::string &text, source_place where) {
    const std::string told = user_error(subject, call, text, where).what();
    if (std::find(function.notes.begin(), function.notes.end(), told) == function.notes.end()) {
        function.notes.push_back(told);
    }
}

} // namespace tiramisu::core
