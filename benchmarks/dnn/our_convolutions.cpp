#include "dnn/our_convolutions.h"

#include <algorithm>
#include <map>

#include "dnn/images.h"
#include "dnn/layout_choice.h"
#include "scratch_folder.h"

namespace tiramisu::bench {

namespace {

/// Measures solvers for each step, which the results then know; milliseconds of the fastest ones.
double find_fastest(const std::string &text, int configurations, nn::perf_db &results) {
    nn::search_options opts;
    opts.configurations = configurations;
    opts.seconds = 0;
    opts.results = &results;
    return nn::kind_of(text).find(text, opts).front().record.milliseconds;
}

/// Those of all convolutions, one behind the other.
aligned_floats joined(const std::vector<aligned_floats> &weights) {
    aligned_floats all;
    for (const aligned_floats &one : weights) {
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

/// Plain tensors by the names that layers give them.
std::map<std::string, aligned_floats> plain_tensors(const convolution_data &of) {
    std::map<std::string, aligned_floats> all = {
        {"src", of.src}, {"residual", of.residual}, {"weights", joined(of.weights)}};
    for (std::size_t i = 0; i < of.biases.size(); i++) {
        const std::string part = i < of.steps.size() ? std::to_string(i + 1) : "shortcut";
        all[of.is_chain() ? "bias_" + part : "bias"] = of.biases[i];
    }
    return all;
}

/// A compiled layer with its tensors, which lie as it says.
struct compiled_layer {
    std::unique_ptr<nn::any_layer> layer;
    std::map<std::string, aligned_floats> tensors;
    nn::any_weights weights;
    nn::invocation run;

    compiled_layer(const convolution_data &data, const nn::conv2d_layouts &layouts,
                   const nn::layer_options &opts)
        : layer(nn::make_layer(data.text(layouts), opts)), tensors(plain_tensors(data)) {
        nn::layer_memory memory;
        for (const nn::layer_argument &one : layer->arguments()) {
            aligned_floats &values = tensors[one.name];
            switch (one.is) {
            case nn::layer_argument::role::source:
                arrange(one, values);
                memory.sources[one.name] = values.data();
                break;
            case nn::layer_argument::role::weights: weights = layer->pack(values.data()); break;
            case nn::layer_argument::role::result:
                values.resize(one.size());
                memory.results[one.name] = values.data();
            }
        }
        run = layer->prepare(memory, weights);
    }

private:
    static void arrange(const nn::tensor &as, aligned_floats &values) {
        if (as.format != nn::layout::nchw) {
            aligned_floats made(as.size());
            rearrange(as.extents.of_images(), nn::layout::nchw, values, as.format, made);
            values = made;
        }
    }
};

std::vector<const float *> pointers_to(const std::vector<aligned_floats> &tensors) {
    std::vector<const float *> pointers;
    for (const aligned_floats &one : tensors) {
        pointers.push_back(one.data());
    }
    return pointers;
}

} // namespace

convolution_data::convolution_data(const convolutions &of)
    : convolutions(of), src(randoms(plain_count(of.src_extents()), 5)) {
    for (const nn::conv2d_problem &step : all()) {
        weights.push_back(randoms(plain_count(step.weights_extents()),
                                  static_cast<unsigned>(6 + weights.size())));
        biases.push_back(step.bias ? randoms(static_cast<std::size_t>(step.oc),
                                             static_cast<unsigned>(60 + biases.size()))
                                   : aligned_floats());
    }
    const auto &ops = steps.front().post_ops;
    const bool adds = std::any_of(ops.begin(), ops.end(), [](const nn::post_op &one) {
        return std::holds_alternative<nn::post::residual_add>(one);
    });
    if (!is_chain() && adds) {
        residual = randoms(plain_count(steps.front().conv_extents()), 4);
    }
}

std::vector<const float *> convolution_data::weight_pointers() const {
    return pointers_to(weights);
}

std::vector<const float *> convolution_data::bias_pointers() const {
    return pointers_to(biases);
}

double convolution_data::operations() const {
    double sum = 0;
    for (const nn::conv2d_problem &one : all()) {
        sum += one.operations();
    }
    return sum;
}

our_convolutions prepare_ours(const convolution_data &data,
                              const std::vector<nn::conv2d_layouts> &choice,
                              const std::string &solver, int configurations) {
    const scratch_folder folder;
    nn::perf_db results((folder.path / "perf.sqlite").string());
    nn::conv2d_layouts layouts = choice.front();
    nn::layer_options opts;
    opts.results = &results;
    if (solver == "find") {
        layouts = fastest_of(choice, [&](const nn::conv2d_layouts &one) {
            return find_fastest(data.text(one), configurations, results);
        });
    } else {
        opts.solver = solver;
    }
    const auto made = std::make_shared<const compiled_layer>(data, layouts, opts);
    const auto extents = data.steps.back().dst_extents();
    return {made->layer->solver(), [made] { made->run(); },
            [made, extents, format = layouts.dst](aligned_floats &plain) {
                rearrange(extents, format, made->tensors.at("dst"), nn::layout::nchw, plain);
            }};
}

} // namespace tiramisu::bench
