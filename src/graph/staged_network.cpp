#include "tiramisu/graph/staged_network.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "graph/loop_rounds.h"
#include "graph/typing/graph_cut.h"
#include "graph/typing/typed_graph.h"
#include "tiramisu/graph/evaluate.h"
#include "tiramisu/graph/onnx.h"

namespace tiramisu::nn {

namespace {

using tensors = staged_network::tensors;

/// When a stage becomes code whose tensors are small.
enum class compiling { at_once, when_met_again, never };

/// Elements that a stage reads and writes, up to which it is small: its operators' definitions take
/// less time than its compilation. A body of a Loop whose values grow has other sizes in each
/// round, and is code only where its definition takes a good part of a second.
std::int64_t most_by_definition(compiling small) {
    return std::int64_t{1} << (small == compiling::when_met_again ? 22 : 16);
}

bool is_small(const graph::model &part, compiling small, source_place where) {
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
        if (elements > most_by_definition(small)) {
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
    std::vector<std::unique_ptr<loop_rounds>> loops; ///< of the nodes that values decide
    std::shared_ptr<const network> code;             ///< null: by the definitions
    std::map<std::string, std::shared_ptr<stage>> next;

    /// The code, which may be null.
    std::shared_ptr<const network> made(const graph::model &part, compiling small,
                                        const network_options &how, source_place where) {
        const std::lock_guard<std::mutex> lock(making);
        const bool is_first_time = !is_made;
        if (is_first_time) {
            cut = graph::cut_at_unknown_values(part, where);
            take_loops(how);
            is_made = true;
        }
        const bool is_asked_for = small == compiling::at_once ||
                                  (small == compiling::when_met_again && !is_first_time) ||
                                  (is_first_time && !is_small(cut.first, small, where));
        if (code == nullptr && !cut.first.outputs.empty() && is_asked_for) {
            code = std::make_shared<const network>(cut.first, how, where);
        }
        return code;
    }

    /// Out of the nodes that values decide. Those that read sequences are left to their definition.
    void take_loops(const network_options &how) {
        const auto is_read = [&](const std::string &value) {
            const std::vector<std::string> &reads = cut.reads_of_decided;
            return value.empty() || std::find(reads.begin(), reads.end(), value) != reads.end();
        };
        std::vector<graph::node_pointer> others;
        for (const graph::node_pointer &one : cut.decided.nodes) {
            const std::vector<std::string> reads = graph::model::reads_of(*one);
            if (one->op == "Loop" && std::all_of(reads.begin(), reads.end(), is_read)) {
                loops.push_back(
                    std::make_unique<loop_rounds>(one, cut.decided.opset, cut.known, how));
            } else {
                others.push_back(one);
            }
        }
        cut.decided.nodes = others;
        std::vector<graph::value_declaration> outputs;
        for (const graph::value_declaration &one : cut.decided.outputs) {
            if (std::any_of(others.begin(), others.end(), [&](const auto &node) {
                    return std::find(node->outputs.begin(), node->outputs.end(), one.name) !=
                           node->outputs.end();
                })) {
                outputs.push_back(one);
            }
        }
        cut.decided.outputs = outputs;
    }

    /// A loop whose body is not supported as a network may be by its definition.
    tensors of_loop(const loop_rounds &one, const tensors &values, source_place where) const {
        try {
            if (const auto made = one.run(values, where)) {
                return *made;
            }
        } catch (const unsupported_error &) {
        }
        graph::model alone;
        alone.name = cut.decided.name;
        alone.opset = cut.decided.opset;
        alone.nodes = {one.loop()};
        for (const std::string &value : graph::model::reads_of(*one.loop())) {
            if (!value.empty()) {
                alone.constants.emplace(value, values.at(value));
            }
        }
        for (const std::string &value : one.loop()->outputs) {
            if (!value.empty()) {
                alone.outputs.push_back({value, p_none, {}, false});
            }
        }
        return graph::evaluate(alone, {}, where);
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
    tensors values_after(const tensors &values, const network *by, source_place where) const {
        tensors inputs;
        for (const graph::value_declaration &one : cut.first.inputs) {
            inputs.emplace(one.name, values.at(one.name));
        }
        tensors made = values;
        made.insert(cut.known.begin(), cut.known.end());
        if (!cut.first.outputs.empty()) {
            made.merge(by != nullptr ? by->run(inputs) : graph::evaluate(cut.first, inputs, where));
        }
        tensors decided;
        if (!cut.decided.nodes.empty()) {
            decided = graph::evaluate(cut.decided_by(made), {}, where);
        }
        for (const auto &one : loops) {
            decided.merge(of_loop(*one, made, where));
        }
        made.merge(decided);
        return made;
    }

    std::string text(const network *by) const {
        std::string text = std::to_string(cut.first.nodes.size()) + " nodes, " +
                           (by != nullptr ? "compiled" : "by their definitions");
        std::string before = "; then by values: ";
        for (const graph::node_pointer &one : cut.decided.nodes) {
            text += std::exchange(before, ", ") + one->subject();
        }
        for (const auto &one : loops) {
            text += std::exchange(before, ", ") + one->loop()->subject() + " round by round";
        }
        before = "; then with what is known of ";
        for (const std::string &value : cut.wanted) {
            text += std::exchange(before, ", ") + value;
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

staged_network staged_network::of_rounds(const graph::model &body, const network_options &how,
                                         source_place where) {
    staged_network made(body, how, where);
    made.is_body_ = true;
    return made;
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
    compiling small = is_body_ ? compiling::when_met_again : compiling::at_once;
    for (;; small = compiling::never) {
        const std::shared_ptr<const network> code = now->made(part, small, how_, where);
        values = now->values_after(values, code.get(), where);
        if (stages != nullptr) {
            stages->push_back(now->text(code.get()));
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
