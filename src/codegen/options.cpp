#include "tiramisu/options.h"

#include <algorithm>

#include "support/environment_variable.h"
#include "tiramisu/error.h"

namespace tiramisu {

namespace {

bool is_number(const std::string &text) {
    return !text.empty() && text.size() < 9 &&
           text.find_first_not_of("0123456789") == std::string::npos;
}

options::debug_request parse_request(const std::string &text, const std::string &whole) {
    if (is_number(text)) {
        return {"notes", text};
    }
    const std::size_t colon = text.find(':');
    const std::string topic = text.substr(0, colon);
    const std::string detail = colon == std::string::npos ? "1" : text.substr(colon + 1);
    if (topic.empty() || detail.empty()) {
        throw user_error("debug request \"" + whole + "\"", "TIRAMISU_DEBUG",
                         "\"" + text +
                             "\" is not of the form topic:level or topic:name, as in "
                             "\"pass:2,find:1\"");
    }
    return {topic, detail};
}

/// A number that a program made a value of the enum would pass for the weakest checks.
void require_known(argument_checks checks) {
    switch (checks) {
    case argument_checks::none:
    case argument_checks::memory:
    case argument_checks::exact: return;
    }
    throw user_error("options", "checks",
                     "is value " + std::to_string(static_cast<int>(checks)) +
                         " of its enum, may be argument_checks::none, memory or exact");
}

} // namespace

void options::add_debug_requests(const std::string &text) {
    std::vector<debug_request> parsed;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t comma = text.find(',', begin);
        const std::size_t end = comma == std::string::npos ? text.size() : comma;
        if (end > begin) {
            parsed.push_back(parse_request(text.substr(begin, end - begin), text));
        }
        begin = end + 1;
    }
    debug.insert(debug.end(), parsed.begin(), parsed.end());
}

options options::with_environment() const {
    require_known(checks);
    options result = *this;
    result.add_debug_requests(support::environment_variable("TIRAMISU_DEBUG"));
    const std::string floats =
        support::environment_variable("TIRAMISU_FLOAT", {"strict", "contract"});
    if (!floats.empty()) {
        result.strict_float = floats == "strict";
    }
    return result;
}

int options::debug_level(const std::string &topic) const {
    int level = 0;
    for (const debug_request &request : debug) {
        if (request.topic == topic && is_number(request.detail)) {
            level = std::max(level, std::stoi(request.detail));
        }
    }
    return level;
}

bool options::debug_names(const std::string &topic, const std::string &detail) const {
    for (const debug_request &request : debug) {
        if (request.topic == topic && request.detail == detail) {
            return true;
        }
    }
    return false;
}

} // namespace tiramisu
