#include "codegen/machine_code/inner_loop.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>
#include <vector>

namespace tiramisu::lower {

namespace {

struct span {
    std::size_t first, last; ///< lines
};

std::vector<std::string> lines_of(const std::string &text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// "vfmadd231ps" of "\tvfmadd231ps\t(%rax), %zmm0, %zmm1"; empty of labels and directives.
std::string operation_of(const std::string &line) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    const bool is_instruction =
        !line.empty() && line.front() == '\t' && !first.empty() && first.front() != '.';
    return is_instruction ? first : "";
}

std::string label_of(const std::string &line) {
    const std::size_t end = line.find(':');
    const bool is_label = !line.empty() && line.front() == '.' && end != std::string::npos;
    return is_label ? line.substr(0, end) : "";
}

/// Where the jump goes, empty of other lines.
std::string goal_of(const std::string &line) {
    std::istringstream words(line);
    std::string operation, goal;
    words >> operation >> goal;
    return !operation.empty() && operation.front() == 'j' ? goal : "";
}

std::vector<span> loops_of(const std::vector<std::string> &lines) {
    std::map<std::string, std::size_t> labels;
    std::vector<span> loops;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const std::string label = label_of(lines[i]); !label.empty()) {
            labels[label] = i;
        } else if (const auto to = labels.find(goal_of(lines[i])); to != labels.end()) {
            loops.push_back({to->second, i});
        }
    }
    return loops;
}

bool has_loop_inside(const span &of, const std::vector<span> &all) {
    return std::any_of(all.begin(), all.end(), [&](const span &other) {
        const bool is_other = other.first != of.first || other.last != of.last;
        return is_other && other.first >= of.first && other.last <= of.last;
    });
}

bool is_on_floats(const std::string &operation) {
    const auto ends_with = [&](const char *ending) {
        const std::string text = ending;
        return operation.size() > text.size() &&
               operation.compare(operation.size() - text.size(), text.size(), text) == 0;
    };
    const auto begins_with = [&](const char *text) { return operation.rfind(text, 0) == 0; };
    const bool is_float = ends_with("ps") || ends_with("pd") || ends_with("ss") || ends_with("sd");
    const bool moves = begins_with("vmov") || begins_with("mov") || begins_with("vbroadcast") ||
                       begins_with("vperm") || begins_with("vshuf") || begins_with("vunpck") ||
                       begins_with("vgather");
    return is_float && !moves;
}

} // namespace

std::string inner_loop(const std::string &assembly) {
    const std::vector<std::string> lines = lines_of(assembly);
    const std::vector<span> loops = loops_of(lines);
    std::tuple<std::size_t, std::size_t> most;
    const span *hottest = nullptr;
    for (const span &one : loops) {
        if (has_loop_inside(one, loops)) {
            continue;
        }
        std::size_t floats = 0;
        for (std::size_t i = one.first; i <= one.last; ++i) {
            floats += is_on_floats(operation_of(lines[i])) ? 1 : 0;
        }
        const auto heat = std::make_tuple(floats, one.last - one.first);
        if (hottest == nullptr || heat > most) {
            most = heat;
            hottest = &one;
        }
    }
    if (hottest == nullptr) {
        return "";
    }
    std::string text;
    for (std::size_t i = hottest->first; i <= hottest->last; ++i) {
        const bool is_code = !operation_of(lines[i]).empty() || !label_of(lines[i]).empty();
        text += is_code ? lines[i] + '\n' : "";
    }
    return text;
}

} // namespace tiramisu::lower
