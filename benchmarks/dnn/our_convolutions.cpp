#include "dnn/our_convolutions.h"

#include <algorithm>

#include "dnn/images.h"
#include "dnn/layout_choice.h"
#include "scratch_folder.h"

namespace tiramisu::bench {

namespace {

using nn::layout;

/// Measures solvers for each step; milliseconds of the fastest ones.
double find_fastest(const convolution_data &data, const nn::conv2d_layouts &layouts,
                    int configurations, nn::perf_db &results) {
    nn::find_options opts;
    opts.layouts = layouts;
    opts.configurations = configurations;
    opts.results = &results;
    if (!data.is_chain()) {
        return sum_of_fastest({nn::find(data.steps.front(), opts)});
    }
    return sum_of_fastest(nn::find(data.steps, opts));
}

std::unique_ptr<nn::conv2d_chain> made_chain(const convolution_data &data,
                                             const nn::conv2d_options &opts) {
    if (!data.resized) {
        return std::make_unique<nn::conv2d_chain>(data.steps, opts);
    }
    nn::resize_problem first = *data.resized;
    first.format = opts.layouts.src;
    return std::make_unique<nn::conv2d_chain>(first, data.steps, opts);
}

/// Compiled steps: one convolution, or a chain.
struct compiled_steps {
    std::unique_ptr<nn::conv2d> one;
    std::unique_ptr<nn::conv2d_chain> chain;
    std::vector<nn::conv2d::packed_weights> weights;
    std::vector<const float *> biases;
    aligned_floats src, residual, dst;

    compiled_steps(const convolution_data &data, const nn::conv2d_options &opts) {
        if (data.is_chain()) {
            chain = made_chain(data, opts);
            weights = chain->pack(data.weight_pointers());
        } else {
            one = std::make_unique<nn::conv2d>(data.steps.front(), opts);
            weights.push_back(one->pack(data.weights.front().data()));
        }
        biases = data.bias_pointers();
        const auto from = data.src_extents(), to = data.steps.back().dst_extents();
        if (!data.residual.empty()) {
            const auto added = data.steps.front().conv_extents();
            residual.resize(nn::element_count(opts.layouts.dst, added));
            rearrange(added, layout::nchw, data.residual, opts.layouts.dst, residual);
        }
        src.resize(nn::element_count(opts.layouts.src, from));
        rearrange(from, layout::nchw, data.src, opts.layouts.src, src);
        dst.resize(nn::element_count(opts.layouts.dst, to));
    }
    void run() {
        if (one) {
            one->run(src.data(), weights.front(), biases.front(), dst.data(),
                     residual.empty() ? nullptr : residual.data());
        } else {
            chain->run(src.data(), weights, biases, dst.data());
        }
    }
    std::string solvers() const {
        if (one) {
            return one->solver();
        }
        std::string names;
        for (const nn::conv2d &step : chain->steps()) {
            names += (names.empty() ? "" : "+") + step.solver();
        }
        return names;
    }
};

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

std::vector<const float *> convolution_data::bias_pointers() const {
    std::vector<const float *> pointers;
    for (const aligned_floats &one : biases) {
        pointers.push_back(one.empty() ? nullptr : one.data());
    }
    return pointers;
}

std::vector<const float *> convolution_data::weight_pointers() const {
    std::vector<const float *> pointers;
    for (const aligned_floats &one : weights) {
        pointers.push_back(one.data());
    }
    return pointers;
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
    nn::conv2d_options opts;
    opts.layouts = choice.front();
    opts.results = &results;
    if (solver == "find") {
        opts.layouts = fastest_of(choice, [&](const nn::conv2d_layouts &layouts) {
            return find_fastest(data, layouts, configurations, results);
        });
    } else if (!data.is_chain()) {
        opts.solver = solver;
    }
    const auto made = std::make_shared<compiled_steps>(data, opts);
    const auto extents = data.steps.back().dst_extents();
    return {made->solvers(), [made] { made->run(); },
            [made, extents, format = opts.layouts.dst](aligned_floats &plain) {
                rearrange(extents, format, made->dst, layout::nchw, plain);
            }};
}

} // namespace tiramisu::bench
