#include <algorithm>

#include "graph/rewrite/graph_editor.h"
#include "graph/rewrite/rewrite.h"

namespace tiramisu::graph {

namespace {

/// An output that is another value, which nothing else reads, is made in its place.
bool make_directly(graph_editor &editor, const std::string &value, const std::string &output) {
    const node_pointer maker = editor.only_for(value);
    if (maker == nullptr || maker->outputs.size() != 1 ||
        editor.graph().type(value) != editor.graph().type(output)) {
        return false;
    }
    node made = *maker;
    std::replace(made.outputs.begin(), made.outputs.end(), value, output);
    editor.remove(maker);
    editor.add(std::move(made));
    return true;
}

} // namespace

typed_graph without_identities(typed_graph from) {
    graph_editor editor(std::move(from));
    std::map<std::string, std::string> stands_for;
    const auto is_output = [&](const std::string &value) {
        const auto &outputs = editor.graph().outputs;
        return std::find(outputs.begin(), outputs.end(), value) != outputs.end();
    };
    return editor.each([&](const node_pointer &one) {
        node made = *one;
        for (std::string &input : made.inputs) {
            const auto known = stands_for.find(input);
            input = known == stands_for.end() ? input : known->second;
        }
        const bool is_identity = made.op == "Identity" || made.op == "Dropout";
        if (is_identity && !is_output(made.outputs.front())) {
            stands_for[made.outputs.front()] = made.inputs.front();
            return;
        }
        // What stands for another value may be read where that is.
        const bool is_itself = made.inputs == one->inputs;
        if (!is_identity || !is_itself ||
            !make_directly(editor, made.inputs.front(), made.outputs.front())) {
            editor.add(std::move(made));
        }
    });
}

} // namespace tiramisu::graph
