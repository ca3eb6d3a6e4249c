#include "graph/compile/network_program.h"

#include <cstring>

#include "graph/compile/c_identifiers.h"
#include "graph/compile/constant_pool.h"
#include "graph/compile/lowered_graph.h"
#include "graph/compile/memory_plan.h"
#include "graph/compile/step_functions.h"
#include "graph/operators/loops.h"
#include "nn/framework/program/machine.h"
#include "support/content_hash.h"

namespace tiramisu::graph {

namespace {

/// What lies between steps: a piece of memory for each type of elements.
std::string between_memory(primitive_t type) {
    return type == p_float32 ? "between" : "between_" + to_string(type);
}

std::size_t bytes_of(const tensor &values) {
    return static_cast<std::size_t>(values.count()) *
           static_cast<std::size_t>(size_in_bytes(values.elements()));
}

/// The bytes of a constant, filled up to whole floats: what all of them lie in.
std::vector<float> as_floats(const tensor &values) {
    const std::size_t size = bytes_of(values);
    std::vector<float> made((size + sizeof(float) - 1) / sizeof(float));
    if (size != 0) {
        std::memcpy(made.data(), values.bytes(), size);
    }
    return made;
}

std::size_t bytes(std::int64_t floats) {
    return static_cast<std::size_t>(floats) * sizeof(float);
}

std::vector<std::string> ends_of(const typed_graph &graph) {
    std::vector<std::string> names = graph.inputs;
    names.insert(names.end(), graph.outputs.begin(), graph.outputs.end());
    return names;
}

/// Puts the steps of a graph together.
class network_writer {
public:
    network_writer(const typed_graph &graph, const std::string &name, const nn::layer_options &opts,
                   const nn::layer_choices &choices, source_place where)
        : graph_(graph), lowered_(lower_graph(graph, nn::machine::of(opts.compiled).lanes, where)),
          functions_(lowered_.steps, name, opts, choices, where),
          identifiers_(c_identifiers(ends_of(graph))) {
        made_.sequence.name = name;
        const std::vector<live_range> ranges = live_ranges(lowered_, graph.outputs);
        for (const live_range &one : ranges) {
            if (plans_.count(one.type) == 0) {
                plans_[one.type] = plan_memory(of_type(ranges, one.type));
            }
        }
    }

    network_program written() {
        for (const step &one : lowered_.steps) {
            write(one);
        }
        made_.weights = std::make_shared<const std::vector<float>>(pool_.take());
        made_.indices = std::make_shared<const std::vector<std::int32_t>>(
            patterns_.empty() ? std::vector<std::int32_t>() : indices_.take());
        declare_memory();
        report();
        return std::move(made_);
    }

private:
    const typed_graph &graph_;
    lowered_graph lowered_;
    step_functions functions_;
    std::map<primitive_t, memory_plan> plans_;
    std::map<std::string, std::string> identifiers_;
    constant_pool<float> pool_;
    constant_pool<std::int32_t> indices_;
    std::map<std::string, sparse_values> patterns_; ///< by function and weights
    std::map<const void *, std::string> contents_;  ///< of constants, by their place
    network_program made_;

    void write(const step &one) {
        const step_functions::entry &function = functions_.of(one);
        sequence_call call{function.layer.run.what, function.layer.run.arguments, {}, {}};
        if (function.takes_sparse) {
            call.scalars = {count_of_nonzeros(one)};
        }
        for (const std::string &name : function.order) {
            call.where.push_back(place_of(one, name));
        }
        made_.sequence.calls.push_back(std::move(call));
        made_.report.steps.push_back(
            {one.node, one.text, function.layer.solver, function.layer.operations});
    }

    /// The weights of a step in the form of its function.
    std::string key_of_weights(const step &one) {
        return one.text + " " + content_of(one.weight_values);
    }

    /// Equal constants are one, also where they were made twice.
    const std::string &content_of(const tensor &values) {
        std::string &known = contents_[values.bytes()];
        if (known.empty()) {
            support::content_hash hash;
            hash.add({static_cast<const char *>(values.bytes()), bytes_of(values)});
            known = to_text(values.type()) + " " + hash.text();
        }
        return known;
    }

    const sparse_values &pattern_of(const step &one) {
        const auto [known, is_new] = patterns_.emplace(key_of_weights(one), sparse_values());
        if (is_new) {
            known->second = functions_.packed_pattern(one);
        }
        return known->second;
    }

    /// A scalar of the sequence.
    std::string count_of_nonzeros(const step &one) {
        const std::int32_t count = pattern_of(one).nonzeros();
        std::string name = "nonzeros_" + std::to_string(count);
        made_.sequence.constants[name] = count;
        return name;
    }

    sequence_place place_of(const step &one, const std::string &argument) {
        if (!one.weights.empty() && argument == one.weights) {
            return constant_place(key_of_weights(one), functions_.packed_type(one),
                                  [&] { return as_floats(functions_.packed_weights(one)); });
        }
        const std::string part = key_of_weights(one) + " " + argument;
        if (argument == values_argument) {
            return {weights_memory, pool_.place_of(part, [&] { return pattern_of(one).values; })};
        }
        if (argument == offsets_argument) {
            return {indices_memory,
                    indices_.place_of(part, [&] { return pattern_of(one).offsets; })};
        }
        if (argument == starts_argument) {
            return {indices_memory,
                    indices_.place_of(part, [&] { return pattern_of(one).starts; })};
        }
        for (const step_argument &given : one.arguments) {
            if (given.name == argument) {
                return given.is_written ? own_place_of(given.where) : place_of(given.where);
            }
        }
        throw internal_error("step \"" + one.text + "\" gives no " + argument);
    }

    /// Counted in elements of the constant's type. Each begins at a line of the pool, so that its
    /// place is a whole number of them.
    template <typename Make>
    sequence_place constant_place(const std::string &key, primitive_t type, const Make &make) {
        const auto first = pool_.place_of(key, make) * std::int64_t{sizeof(float)};
        return {weights_memory, first / size_in_bytes(type), 0, type == p_float32 ? p_none : type};
    }

    sequence_place place_of(const value_place &where) {
        const auto constant = lowered_.constants.find(where.value);
        if (constant != lowered_.constants.end()) {
            const tensor &values = constant->second;
            sequence_place place = constant_place("value " + content_of(values), values.elements(),
                                                  [&] { return as_floats(values); });
            place.first += where.first;
            return place;
        }
        return own_place_of(where);
    }

    /// Of what is no constant, or an output that is a copy of one.
    sequence_place own_place_of(const value_place &where) const {
        for (const auto &[type, plan] : plans_) {
            const auto between = plan.places.find(where.value);
            if (between != plan.places.end()) {
                return {between_memory(type), between->second + where.first};
            }
        }
        return {identifiers_.at(where.value), where.first};
    }

    void declare_memory() {
        std::vector<sequence_memory> &all = made_.sequence.memory;
        for (const std::string &input : graph_.inputs) {
            all.push_back({identifiers_.at(input), buffer_sizes(graph_.type(input).extents),
                           graph_.type(input).elements, a_input});
        }
        for (const std::string &output : graph_.outputs) {
            all.push_back({identifiers_.at(output), buffer_sizes(graph_.type(output).extents),
                           graph_.type(output).elements, a_output});
        }
        all.push_back({weights_memory, buffer_sizes({count_of_weights()}), p_float32, a_input});
        if (!made_.indices->empty()) {
            const auto count = static_cast<std::int64_t>(made_.indices->size());
            all.push_back({indices_memory, buffer_sizes({count}), p_int32, a_input});
        }
        for (const auto &[type, plan] : plans_) {
            all.push_back({between_memory(type), buffer_sizes({plan.size}), type, a_temporary});
        }
    }

    std::int64_t count_of_weights() const {
        return static_cast<std::int64_t>(made_.weights->size());
    }

    void report() {
        nn::network_report &to = made_.report;
        to.functions = static_cast<int>(functions_.count());
        to.reorders = lowered_.reorders;
        to.weights_bytes = bytes(count_of_weights()) + made_.indices->size() * sizeof(std::int32_t);
        for (const auto &[type, plan] : plans_) {
            const auto each = static_cast<std::size_t>(size_in_bytes(type));
            to.memory_bytes += static_cast<std::size_t>(plan.size) * each;
            to.least_memory_bytes += static_cast<std::size_t>(plan.least) * each;
        }
    }
};

} // namespace

function_sequence network_program::with_weights_inside() const {
    function_sequence made = sequence;
    for (sequence_memory &one : made.memory) {
        if (one.name == weights_memory) {
            one.values = weights;
        } else if (one.name == indices_memory) {
            one.numbers = indices;
        }
    }
    return made;
}

network_program write_network(const typed_graph &graph, const std::string &name,
                              const nn::layer_options &opts, const nn::layer_choices &choices,
                              source_place where) {
    return network_writer(graph, name, opts, choices, where).written();
}

} // namespace tiramisu::graph
