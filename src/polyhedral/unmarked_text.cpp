#include "polyhedral/unmarked_text.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "polyhedral/schedule_marks.h"

namespace tiramisu::poly {

namespace {

/// Lines of a statement, the first one not indented.
using lines = std::vector<std::string>;

std::size_t indent_of(const std::string &line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

bool ends_with(const std::string &line, const std::string &end) {
    return line.size() >= end.size() &&
           line.compare(line.size() - end.size(), end.size(), end) == 0;
}

bool is_mark(const std::string &line) {
    const std::string comment = "// ";
    return line == comment + kernel_mark || line == comment + device_mark;
}

class statement_reader {
public:
    explicit statement_reader(const std::string &text) {
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) {
            const std::string what = line.substr(indent_of(line));
            if (!is_mark(what)) {
                lines_.push_back(line);
            }
        }
    }

    /// The statements from here on that are indented so far, or farther.
    std::vector<lines> statements(std::size_t indent) {
        std::vector<lines> found;
        lines comments;
        while (at_ < lines_.size() && indent_of(lines_[at_]) >= indent && !closes(lines_[at_])) {
            const std::size_t here = indent_of(lines_[at_]);
            const std::string line = lines_[at_++].substr(here);
            if (line == "{") {
                std::vector<lines> inside = statements(here + 1);
                ++at_;
                if (!inside.empty()) {
                    inside.front().insert(inside.front().begin(), comments.begin(), comments.end());
                }
                found.insert(found.end(), inside.begin(), inside.end());
                comments.clear();
                continue;
            }
            comments.push_back(line);
            if (line.compare(0, 2, "//") != 0) {
                add_body(comments, here);
                found.push_back(comments);
                comments.clear();
            }
        }
        return found;
    }

private:
    std::vector<std::string> lines_;
    std::size_t at_ = 0;

    static bool closes(const std::string &line) { return line[indent_of(line)] == '}'; }

    static void append(lines &to, const std::vector<lines> &inside) {
        for (const lines &statement : inside) {
            for (const std::string &line : statement) {
                to.push_back("  " + line);
            }
        }
    }

    static bool has_else(const lines &statement) {
        return std::find(statement.begin(), statement.end(), "} else {") != statement.end();
    }

    // What the statement that begins with the last of the lines has inside.
    void add_body(lines &statement, std::size_t indent) {
        const bool has_braces = ends_with(statement.back(), " {");
        std::vector<lines> inside = statements(indent + 1);
        const bool is_closed = has_braces && at_ < lines_.size();
        const std::string end = is_closed ? lines_[at_++].substr(indent) : "";
        if (end == "}" && inside.size() == 1 && !has_else(inside.front())) {
            statement.back().resize(statement.back().size() - 2);
            append(statement, inside);
            return;
        }
        append(statement, inside);
        if (is_closed) {
            statement.push_back(end);
        }
        if (ends_with(end, "{")) {
            append(statement, statements(indent + 1));
            statement.push_back(lines_[at_++].substr(indent));
        }
    }
};

} // namespace

std::string unmarked_text(const std::string &loops) {
    std::string text;
    for (const lines &statement : statement_reader(loops).statements(0)) {
        for (const std::string &line : statement) {
            text += line + "\n";
        }
    }
    return text;
}

} // namespace tiramisu::poly
