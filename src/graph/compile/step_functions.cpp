#include "graph/compile/step_functions.h"

#include "nn/framework/program/kernel.h"

namespace tiramisu::graph {

const step_functions::entry &step_functions::of(const step &one) {
    const auto known = all_.find(one.text);
    if (known != all_.end()) {
        return known->second;
    }
    const std::string name = prefix_ + "_step_" + std::to_string(all_.size() + 1);
    return all_.emplace(one.text, made(one, name)).first->second;
}

step_functions::entry step_functions::made(const step &one, const std::string &name) const {
    if (one.write) {
        std::vector<std::string> order;
        for (const step_argument &argument : one.arguments) {
            order.push_back(argument.name);
        }
        return {{one.write(name), {}, std::nullopt, ""}, std::move(order), {}};
    }
    nn::layer_program layer = nn::write_layer(one.text, name, how_, where_);
    std::vector<std::string> order;
    for (const nn::layer_argument &argument : layer.arguments) {
        order.push_back(argument.name);
    }
    compiled_function pack;
    if (layer.pack) {
        // The machine that compiles packs, whatever the layer is compiled for.
        options here = how_.compiled;
        here.target = "host";
        pack = layer.pack->compile(here);
    }
    return {std::move(layer), std::move(order), std::move(pack)};
}

std::vector<float> step_functions::packed_weights(const step &one) {
    const entry &function = of(one);
    const float *const plain = one.weight_values.data<float>();
    if (!function.pack) {
        return {plain, plain + one.weight_values.count()};
    }
    const nn::program &pack = *function.layer.pack;
    const std::vector<std::int64_t> from = nn::extents_of(pack.arguments.front());
    const std::vector<std::int64_t> to = nn::extents_of(pack.arguments.back());
    std::vector<float> packed(static_cast<std::size_t>(count_of(to)), 0.0f);
    nn::call(function.pack, {{const_cast<float *>(plain), from}, {packed.data(), to}});
    return packed;
}

} // namespace tiramisu::graph
