#include <algorithm>

#include "graph/rewrite/graph_editor.h"
#include "graph/rewrite/rewrite.h"

namespace tiramisu::graph {

typed_graph without_identities(typed_graph from) {
    graph_editor editor(std::move(from));
    std::map<std::string, std::string> stands_for;
    const auto is_output = [&](const std::string &value) {
        const auto &outputs = editor.graph().outputs;
        return std::find(outputs.begin(), outputs.end(), value) != outputs.end();
    };
    return std::move(editor).each([&](const node_pointer &one) {
        node made = *one;
        for (std::string &input : made.inputs) {
            const auto known = stands_for.find(input);
            input = known == stands_for.end() ? input : known->second;
        }
        const bool is_identity = made.op == "Identity" || made.op == "Dropout";
        if (is_identity && !is_output(made.outputs.front())) {
            stands_for[made.outputs.front()] = made.inputs.front();
        } else {
            editor.add(std::move(made));
        }
    });
}

} // namespace tiramisu::graph
