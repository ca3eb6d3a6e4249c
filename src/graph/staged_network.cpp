#include "tiramisu/graph/staged_network.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "graph/typing/graph_cut.h"
#include "graph/typing/typed_graph.h"
#include "tiramisu/graph/evaluate.h"
#include "tiramisu/graph/onnx.h"

namespace tiramisu::nn {

namespace {

using tensors = staged_network::tensors;

/// Elements that a later stage reads and writes, up to which its operators' definitions take less
/// time than its compilation: milliseconds.
constexpr std::int64_t most_by_definition = std::int64_t{1} << 16;

bool is_small(const graph::model &part, source_place where) {
    const graph::typed_graph graph = graph::typed(part, where);
    std::int64_t elements = 0;
    const auto count = [&](const std::vector<std::string> &values) {
        for (const std::string &value : values) {
            if (!value.empty()) {
                elements += graph::count_of(graph.type(value).extents);
            }
        }
    };
    for (const graph::node_pointer &one : graph.nodes) {
        count(one->inputs);
        count(one->outputs);
        if (elements > most_by_definition) {
            return false;
        }
    }
    return true;
}

std::size_t bytes_of(const graph::tensor &values) {
    return static_cast<std::size_t>(values.count() * size_in_bytes(values.elements()));
}

/// What a stage follows from: sizes of its inputs, and the values that are known.
std::string key_of(const graph::model &part, const std::vector<std::string> &known) {
    std::string key;
    for (const graph::value_declaration &one : part.inputs) {
        key += one.text() + "\n";
    }
    for (const std::string &name : known) {
        const graph::tensor &values = part.constants.at(name);
        key += name + " " + to_text(values.type()) + "\n";
        key.append(static_cast<const char *>(values.bytes()), bytes_of(values));
    }
    return key;
}

} // namespace

/// What has been found out for one choice of sizes and values.
struct staged_network::stage {
    /// That follow a stage and are kept; where there are more, all are forgotten.
    static constexpr std::size_t most_kept = 32;

    std::mutex making, choosing;
    bool is_made = false;
    graph::graph_cut cut;
    std::optional<network> code; ///< none: by the definitions
    std::map<std::string, std::shared_ptr<stage>> next;

    void make(const graph::model &part, bool is_first, const network_options &how,
              source_place where) {
        const std::lock_guard<std::mutex> lock(making);
        if (is_made) {
            return;
        }
        cut = graph::cut_at_unknown_values(part, where);
        if (!cut.first.outputs.empty() && (is_first || !is_small(cut.first, where))) {
            code.emplace(cut.first, how, where);
        }
        is_made = true;
    }

    std::shared_ptr<stage> after(const std::string &key) {
        const std::lock_guard<std::mutex> lock(choosing);
        const auto found = next.find(key);
        if (found != next.end()) {
            return found->second;
        }
        if (next.size() == most_kept) {
            next.clear();
        }
        return next[key] = std::make_shared<stage>();
    }

    /// With what it has computed.
    tensors values_after(const tensors &values, source_place where) const {
        tensors inputs;
        for (const graph::value_declaration &one : cut.first.inputs) {
            inputs.emplace(one.name, values.at(one.name));
        }
        tensors made = values;
        made.insert(cut.known.begin(), cut.known.end());
        if (!cut.first.outputs.empty()) {
            made.merge(code ? code->run(inputs) : graph::evaluate(cut.first, inputs, where));
        }
        if (!cut.decided.nodes.empty()) {
            made.merge(graph::evaluate(cut.decided_by(made), {}, where));
        }
        return made;
    }

    std::string text() const {
        std::string text = std::to_string(cut.first.nodes.size()) + " nodes, " +
                           (code ? "compiled" : "by their definitions");
        for (const graph::node_pointer &one : cut.decided.nodes) {
            text +=
                (&one == &cut.decided.nodes.front() ? "; then by values: " : ", ") + one->subject();
        }
        for (const std::string &value : cut.wanted) {
            text +=
                (&value == &cut.wanted.front() ? "; then with what is known of " : ", ") + value;
        }
        return text;
    }
};

staged_network::staged_network(const std::string &path, const network_options &how,
                               source_place where)
    : staged_network(graph::read_onnx(path, where), how, where) {}

staged_network::staged_network(const graph::model &model, const network_options &how,
                               source_place where)
    : model_(std::make_unique<graph::model>(model.with_values(how.input_values, where))), how_(how),
      start_(std::make_unique<stage>()) {
    how_.input_values.clear();
    how_.input_shapes.clear();
}

staged_network::~staged_network() = default;
staged_network::staged_network(staged_network &&) noexcept = default;
staged_network &staged_network::operator=(staged_network &&) noexcept = default;

const std::vector<graph::value_declaration> &staged_network::inputs() const {
    return model_->inputs;
}

tensors staged_network::run(const tensors &inputs, std::vector<std::string> *stages,
                            source_place where) const {
    graph::model part = graph::bound_to(*model_, inputs, "run", where);
    tensors values = inputs;
    std::vector<std::string> known;
    std::shared_ptr<stage> now = start_->after(key_of(part, known));
    for (bool is_first = true;; is_first = false) {
        now->make(part, is_first, how_, where);
        values = now->values_after(values, where);
        if (stages != nullptr) {
            stages->push_back(now->text());
        }
        if (now->cut.is_last()) {
            break;
        }
        known = now->cut.wanted;
        part = now->cut.rest_after(values);
        now = now->after(key_of(part, known));
    }
    tensors made;
    for (const graph::value_declaration &one : model_->outputs) {
        made.emplace(one.name, values.at(one.name));
    }
    return made;
}

} // namespace tiramisu::nn
