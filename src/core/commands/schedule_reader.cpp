#include <algorithm>
#include <limits>
#include <set>

#include <nlohmann/json.hpp>

#include "core/commands/schedule_format.h"
#include "core/commands/schedule_json.h"
#include "core/program/state.h"

namespace tiramisu::core {

namespace {

using json = nlohmann::ordered_json;

constexpr int deepest = 16; ///< levels of lists and objects; a matrix is in the sixth

/// As errors show it.
std::string shown(const json &value) {
    constexpr std::size_t most = 100;
    const std::string text = value.dump();
    return text.size() <= most ? text : text.substr(0, most) + "...";
}

/// "line 3, column 7" of the byte with this number, counted from 1.
std::string place_in(const std::string &text, std::size_t byte) {
    const std::string before = text.substr(0, byte == 0 ? 0 : byte - 1);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
    return "line " + std::to_string(line) + ", column " +
           std::to_string(before.size() - line_start + 1);
}

class schedule_reader {
public:
    schedule_reader(std::string subject, source_place where)
        : subject_(std::move(subject)), where_(where) {}

    schedule read(const std::string &text) {
        json document;
        try {
            document = parse(text);
        } catch (const json::parse_error &wrong) {
            refuse(place_in(text, wrong.byte), "is not JSON");
        } catch (const json::out_of_range &wrong) { // whose text ends in the number
            const std::string told = wrong.what();
            refuse("number " + told.substr(told.rfind(' ') + 1), "is not an integer of 32 bits");
        }
        require_object(document, {"format", "version", "function", "commands"});
        if (document["format"] != schedule_format::name) {
            refuse("\"format\"", "is " + shown(document["format"]) + ", must be \"" +
                                     schedule_format::name + "\"");
        }
        if (document["version"] != schedule_format::version) {
            refuse("\"version\"", "is " + shown(document["version"]) + "; this Tiramisu reads " +
                                      std::to_string(schedule_format::version) +
                                      ": give its commands here and save them again");
        }
        std::vector<command> commands;
        const std::string function = string_in(document, "function");
        for (const json &element : array_in(document, "commands")) {
            place_ = "command " + std::to_string(commands.size() + 1);
            commands.push_back(read_command(element));
        }
        return schedule(function, std::move(commands));
    }

private:
    /// A reader of JSON takes the last of fields that have one name; here one of them would be
    /// lost.
    json parse(const std::string &text) const {
        std::vector<std::set<std::string>> fields; // of the objects around, the innermost last
        return json::parse(text, [&](int depth, json::parse_event_t event, const json &parsed) {
            if (depth > deepest) {
                refuse("text", "is nested in more than " + std::to_string(deepest) +
                                   " levels, deeper than any schedule");
            }
            if (event == json::parse_event_t::object_start) {
                fields.emplace_back();
            } else if (event == json::parse_event_t::object_end) {
                fields.pop_back();
            } else if (event == json::parse_event_t::key &&
                       !fields.back().insert(parsed.get<std::string>()).second) {
                refuse("field " + shown(parsed), "is given twice in one object");
            }
            return true;
        });
    }

    [[noreturn]] void refuse(const std::string &what, const std::string &problem) const {
        throw user_error(subject_, place_, what + " " + problem, where_);
    }

    /// Has these fields and no others.
    void require_object(const json &value, const std::vector<std::string> &fields) const {
        if (!value.is_object()) {
            refuse(shown(value), "is not an object {...}");
        }
        for (const std::string &field : fields) {
            if (!value.contains(field)) {
                refuse("field \"" + field + "\"", "is missing");
            }
        }
        for (const auto &[name, content] : value.items()) {
            if (std::find(fields.begin(), fields.end(), name) == fields.end()) {
                refuse("field \"" + name + "\"", "is not known");
            }
        }
    }

    std::string string_in(const json &object, const char *field) const {
        const json &value = object[field];
        if (!value.is_string()) {
            refuse("field \"" + std::string(field) + "\"",
                   "is " + shown(value) + ", must be a text in quotes");
        }
        return value.get<std::string>();
    }

    std::string loop_name(const json &value) const {
        if (!value.is_string() || !is_identifier(value.get<std::string>())) {
            refuse(shown(value), "is no name of a loop: letters, digits and _ in quotes, not "
                                 "starting with a digit");
        }
        return value.get<std::string>();
    }

    const json &array_in(const json &object, const char *field) const {
        const json &value = object[field];
        if (!value.is_array()) {
            refuse("field \"" + std::string(field) + "\"",
                   "is " + shown(value) + ", must be a list [...]");
        }
        return value;
    }

    int integer(const json &value) const {
        // get<> would cut off what does not fit.
        const bool fits = value.is_number_integer() && value >= std::numeric_limits<int>::min() &&
                          value <= std::numeric_limits<int>::max();
        if (!fits) {
            refuse(shown(value), "is not an integer of 32 bits");
        }
        return value.get<int>();
    }

    command read_command(const json &element) const {
        require_object(element, {"computation", "command", "arguments"});
        command read;
        read.computation = string_in(element, "computation");
        read.name = string_in(element, "command");
        read.where = where_;
        for (const json &argument : array_in(element, "arguments")) {
            read.arguments.push_back(read_argument(argument));
        }
        return read;
    }

    /// The choice that has the name in the object's only field.
    template <typename Choice>
    Choice choice_in(const json &object, const char *field,
                     const std::map<Choice, std::string> &names) const {
        const std::string asked = string_in(object, field);
        std::string all;
        for (const auto &[choice, name] : names) {
            if (name == asked) {
                return choice;
            }
            all += (all.empty() ? "" : " and ") + name;
        }
        refuse(field + (" \"" + asked + "\""), "is not known; there are " + all);
    }

    [[noreturn]] void refuse_argument(const json &value) const {
        refuse("argument " + shown(value),
               "is none; arguments are numbers and objects with one field: loop, level, new_loop, "
               "computation, memory, tail, isl_map, loops, new_loops, numbers, matrix");
    }

    command_argument read_argument(const json &value) const {
        if (value.is_number()) {
            return integer(value);
        }
        if (!value.is_object() || value.size() != 1) {
            refuse_argument(value);
        }
        const std::string kind = value.begin().key();
        if (kind == "computation") {
            return computation_reference{string_in(value, "computation")};
        }
        if (kind == "new_loop") {
            return new_loop_from(value.front());
        }
        if (kind == "isl_map") {
            return isl_text{string_in(value, "isl_map")};
        }
        if (kind == "memory") {
            return choice_in(value, "memory", memory_names());
        }
        if (kind == "tail") {
            return choice_in(value, "tail", tail_names());
        }
        if (kind == "loop" || kind == "level") {
            return loop_from(value);
        }
        return read_list(kind, value);
    }

    command_argument read_list(const std::string &kind, const json &value) const {
        if (kind == "loops") {
            return list_in<loop_reference>(value, "loops",
                                           [&](const json &one) { return loop_from(one); });
        }
        if (kind == "new_loops") {
            return list_in<new_loop>(value, "new_loops",
                                     [&](const json &one) { return new_loop_from(one); });
        }
        if (kind == "numbers") {
            return integers_in(value, "numbers");
        }
        if (kind == "matrix") {
            return list_in<std::vector<int>>(value, "matrix", [&](const json &row) {
                return integers_in({{"row", row}}, "row");
            });
        }
        refuse_argument(value);
    }

    template <typename T, typename Read>
    std::vector<T> list_in(const json &object, const char *field, Read read) const {
        std::vector<T> list;
        for (const json &element : array_in(object, field)) {
            list.push_back(read(element));
        }
        return list;
    }

    std::vector<int> integers_in(const json &object, const char *field) const {
        return list_in<int>(object, field, [&](const json &one) { return integer(one); });
    }

    /// {"loop": name} or {"level": number}
    loop_reference loop_from(const json &value) const {
        if (value.is_object() && value.size() == 1 && value.contains("level")) {
            return loop_reference(integer(value["level"]));
        }
        require_object(value, {"loop"});
        loop_reference loop(0);
        loop.name = loop_name(value["loop"]);
        return loop;
    }

    new_loop new_loop_from(const json &value) const { return new_loop(loop_name(value)); }

    std::string subject_, place_;
    source_place where_;
};

} // namespace

schedule parse_schedule(const std::string &text, const std::string &subject, source_place where) {
    return schedule_reader(subject, where).read(text);
}

} // namespace tiramisu::core
