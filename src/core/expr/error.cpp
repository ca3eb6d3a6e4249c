#include "tiramisu/error.h"

#include "core/expr/error_text.h"

namespace tiramisu {

std::string core::place_text(const std::string &before, const source_place &where) {
    return where.line == 0 ? "" : before + where.file + ":" + std::to_string(where.line);
}

std::string core::error_text(const std::string &subject, const std::string &call,
                             const std::string &problem, const source_place &where) {
    std::string text = place_text("", where) + (where.line == 0 ? "" : ": ") + subject;
    if (!call.empty()) {
        text += ": " + call;
    }
    return text + ": " + problem;
}

user_error::user_error(std::string subject, std::string call, std::string problem,
                       source_place where)
    : error(core::error_text(subject, call, problem, where)), subject_(std::move(subject)),
      call_(std::move(call)), problem_(std::move(problem)), where_(where) {}

schedule_error::schedule_error(std::string subject, std::string command,
                               broken_dependence dependence, std::string problem,
                               source_place where)
    : user_error(std::move(subject), std::move(command), std::move(problem), where),
      dependence_(std::move(dependence)) {}

io_error::io_error(std::string path, const std::string &action, const std::string &reason)
    : error("cannot " + action + " \"" + path + "\": " + reason), path_(std::move(path)) {}

} // namespace tiramisu
