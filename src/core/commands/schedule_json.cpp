#include "core/commands/schedule_json.h"

#include <nlohmann/json.hpp>

#include "core/commands/schedule_format.h"

namespace tiramisu::core {

namespace {

using json = nlohmann::ordered_json;

struct argument_to_json {
    const std::string &subject;

    json operator()(const loop_reference &loop) const {
        return loop.name.empty() ? json{{"level", loop.level}} : json{{"loop", loop.name}};
    }
    json operator()(const new_loop &loop) const { return {{"new_loop", loop.name}}; }
    json operator()(const computation_reference &other) const {
        return {{"computation", other.id}};
    }
    json operator()(int number) const { return number; }
    json operator()(const std::vector<loop_reference> &loops) const {
        json list = json::array();
        for (const loop_reference &loop : loops) {
            list.push_back((*this)(loop));
        }
        return {{"loops", list}};
    }
    json operator()(const std::vector<new_loop> &loops) const {
        json list = json::array();
        for (const new_loop &loop : loops) {
            list.push_back(loop.name);
        }
        return {{"new_loops", list}};
    }
    json operator()(const std::vector<int> &numbers) const { return {{"numbers", numbers}}; }
    json operator()(const poly::integer_matrix &matrix) const { return {{"matrix", matrix}}; }
    json operator()(memory kept) const { return choice("memory", kept, memory_names()); }
    json operator()(const isl_text &map) const { return {{"isl_map", map.text}}; }
    json operator()(tail rest) const { return choice("tail", rest, tail_names()); }

private:
    template <typename Choice>
    json choice(const char *type, Choice chosen, const std::map<Choice, std::string> &names) const {
        const auto found = names.find(chosen);
        if (found == names.end()) {
            throw user_error(subject, "to_json",
                             std::string(type) + "(" + std::to_string(static_cast<int>(chosen)) +
                                 ") is a cast of a number that has no name");
        }
        return {{type, found->second}};
    }
};

json to_object(const command &what, const std::string &subject) {
    json arguments = json::array();
    for (const command_argument &argument : what.arguments) {
        arguments.push_back(std::visit(argument_to_json{subject}, argument));
    }
    return {{"computation", what.computation}, {"command", what.name}, {"arguments", arguments}};
}

/// Throws json::type_error where a text is not UTF-8.
std::string json_text(const schedule &what, const std::string &subject) {
    std::string text = "{\n  \"format\": " + json(schedule_format::name).dump() +
                       ",\n  \"version\": " + std::to_string(schedule_format::version) +
                       ",\n  \"function\": " + json(what.function_name()).dump() +
                       ",\n  \"commands\": [";
    for (std::size_t i = 0; i < what.commands().size(); ++i) {
        text += (i == 0 ? "\n    " : ",\n    ") + to_object(what.commands()[i], subject).dump();
    }
    return text + (what.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

} // namespace

std::string to_json(const schedule &what) {
    const std::string subject = "schedule of \"" + what.function_name() + "\"";
    try {
        return json_text(what, subject);
    } catch (const json::type_error &) {
        throw user_error(subject, "to_json",
                         "a name or a map in it is not UTF-8, of which JSON is made; names have "
                         "letters, digits and _");
    }
}

} // namespace tiramisu::core
