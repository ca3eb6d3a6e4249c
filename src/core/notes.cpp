#include "core/notes.h"

#include "core/state.h"
#include "tiramisu/error.h"

namespace tiramisu::core {

void note(function_state &function, const std::string &subject, const command &what,
          const std::string &text) {
    function.notes.push_back(user_error(subject, call_text(what), text, what.where).what());
}

} // namespace tiramisu::core
