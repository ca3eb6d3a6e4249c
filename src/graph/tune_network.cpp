#include "tiramisu/graph/tune_network.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "graph/operators/numbers.h"
#include "graph/typing/typed_graph.h"
#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu::nn {

namespace {

using clock = std::chrono::steady_clock;

/// What a layer has to gain of its time in the network to be chosen: less is noise.
constexpr double least_gain = 0.02;

/// A layer of the network, and what its steps take together, of one run.
struct timed_layer {
    std::string text;
    double seconds = 0;
};

/// Layers that choices are for, each once; the one that takes longest first.
std::vector<timed_layer> layers_of(const network_profile &profile) {
    std::vector<timed_layer> all;
    for (std::size_t i = 0; i < profile.seconds.size(); i++) {
        const network_report::step &one = profile.report.steps[i];
        const bool is_sparse = one.text.rfind("sparse_", 0) == 0 || one.text.rfind("spmm", 0) == 0;
        if (one.solver.empty() || is_sparse) {
            continue;
        }
        const auto same = std::find_if(all.begin(), all.end(), [&](const timed_layer &other) {
            return other.text == one.text;
        });
        timed_layer &to = same != all.end() ? *same : all.emplace_back(timed_layer{one.text});
        to.seconds += profile.seconds[i];
    }
    std::stable_sort(all.begin(), all.end(), [](const timed_layer &left, const timed_layer &right) {
        return left.seconds > right.seconds;
    });
    return all;
}

/// Elements that differ and are no special case of arithmetic; of other types than floats, zeros,
/// which are places in any table.
graph::tensor some_values(const graph::tensor_type &type) {
    std::vector<double> values(static_cast<std::size_t>(graph::count_of(type.extents)));
    for (std::size_t i = 0; is_float(type.elements) && i < values.size(); i++) {
        values[i] = static_cast<double>(i % 31) / 16 - 0.9;
    }
    return graph::tensor_of(type, values);
}

/// The network on arrays of its own, to be timed.
class timed_network {
public:
    timed_network(const graph::model &model, const network_options &opts, int runs,
                  source_place where)
        : model_(model), opts_(opts), runs_(runs), where_(where) {
        const graph::typed_graph typed = graph::typed(
            model.with_values(opts.input_values, where).bound(opts.input_shapes, where), where);
        for (const std::string &name : typed.inputs) {
            add(inputs_, name, typed.type(name));
        }
        for (const std::string &name : typed.outputs) {
            add(outputs_, typed.name_of_output(name), typed.type(name));
        }
    }

    network_profile with(const layer_choices &choices) const {
        network_options opts = opts_;
        opts.choices = choices;
        return network::profile(model_, inputs_, outputs_, runs_, opts, where_);
    }

private:
    const graph::model &model_;
    const network_options &opts_;
    int runs_;
    source_place where_;
    std::vector<graph::tensor> memory_;
    network_arrays inputs_, outputs_;

    void add(network_arrays &to, const std::string &name, const graph::tensor_type &type) {
        memory_.push_back(some_values(type));
        to.emplace(name,
                   network_elements(const_cast<void *>(memory_.back().bytes()), type.elements));
    }
};

/// Measures the layers one after the other.
class layer_search {
public:
    layer_search(const network_search &search, const options &compiled)
        : search_(search), end_(clock::now() + std::chrono::duration_cast<clock::duration>(
                                                   std::chrono::duration<double>(search.seconds))) {
        opts_.compiled = compiled;
        opts_.results = search.results;
        opts_.stop = search.stop;
        opts_.mode = search.results != nullptr ? find_mode::hybrid : find_mode::normal;
    }

    layer_choices fastest_of(const std::vector<timed_layer> &layers, source_place where) {
        layer_choices fastest;
        double rest = 0; // what the layers that are left take of a run
        for (const timed_layer &one : layers) {
            rest += one.seconds;
        }
        for (std::size_t i = 0; i < layers.size() && !is_over(); i++) {
            const timed_layer &one = layers[i];
            opts_.seconds = left() * one.seconds / rest;
            rest -= one.seconds;
            const std::vector<find_result> ranked =
                kind_of(one.text, where).find(one.text, opts_, where);
            if (ranked.empty() || !ranked.front().why_not.empty()) {
                continue;
            }
            const perf_record &first = ranked.front().record;
            fastest[one.text] = {first.solver, first.configuration};
            if (search_.told) {
                search_.told({one.text, fastest[one.text], first.milliseconds,
                              static_cast<int>(i) + 1, static_cast<int>(layers.size())});
            }
        }
        return fastest;
    }

private:
    const network_search &search_;
    clock::time_point end_;
    search_options opts_;

    double left() const { return std::chrono::duration<double>(end_ - clock::now()).count(); }
    bool is_over() const { return left() <= 0 || (search_.stop && search_.stop()); }
};

void check(const graph::model &model, const network_search &search, source_place where) {
    const auto refuse = [&](const std::string &reason) {
        throw user_error("network \"" + model.name + "\"", "tune_network", reason, where);
    };
    if (!(search.seconds >= 0)) {
        refuse("the search may take " + std::to_string(search.seconds) +
               " seconds, must be at least 0");
    }
    if (search.runs < 1) {
        refuse(std::to_string(search.runs) + " runs are asked for, must be at least 1");
    }
}

} // namespace

layer_choices tune_network(const graph::model &model, const network_search &search,
                           const network_options &opts, source_place where) {
    check(model, search, where);
    const timed_network network(model, opts, search.runs, where);
    const std::vector<timed_layer> by_rule = layers_of(network.with({}));
    layer_search layers(search, opts.layers.compiled);
    layer_choices choices = layers.fastest_of(by_rule, where);
    const std::vector<timed_layer> by_search = layers_of(network.with(choices));
    for (const timed_layer &one : by_rule) {
        const auto same =
            std::find_if(by_search.begin(), by_search.end(),
                         [&](const timed_layer &other) { return other.text == one.text; });
        if (same == by_search.end() || same->seconds > one.seconds * (1 - least_gain)) {
            choices.erase(one.text);
        }
    }
    return choices;
}

} // namespace tiramisu::nn
