#include "graph/network_cache.h"

#include "nn/framework/layer/code_key.h"
#include "nn/framework/program/machine.h"
#include "support/content_hash.h"
#include "support/environment_variable.h"
#include "support/user_cache.h"
#include "tiramisu/graph/onnx.h"

namespace tiramisu::graph {

namespace {

/// All of the network.
void add(support::content_hash &to, const model &network) {
    model without_constants = network;
    without_constants.constants.clear();
    to.add(onnx_bytes(without_constants));
    for (const auto &[name, values] : network.constants) {
        to.add(name);
        to.add(to_text(values.type()));
        const auto size =
            static_cast<std::size_t>(values.count() * size_in_bytes(values.elements()));
        to.add(std::string_view(static_cast<const char *>(values.bytes()), size));
    }
}

} // namespace

support::file_cache compiled_networks() {
    return {support::code_cache_folder("networks"), support::code_cache_bound()};
}

std::optional<std::string> cache_key(const model &bound, const nn::network_options &asked,
                                     const std::string &purpose) {
    using support::environment_variable;
    const nn::layer_options &opts = asked.layers;
    const bool shows_something = !environment_variable("TIRAMISU_REPORT").empty() ||
                                 !environment_variable("TIRAMISU_EMIT").empty();
    if (shows_something || !nn::may_be_kept(opts.compiled) || opts.results != nullptr) {
        return std::nullopt;
    }
    support::content_hash hash;
    for (const std::string &text :
         {support::library_build(), purpose,
          nn::compiled_text(nn::machine::of(opts.compiled), opts.compiled),
          nn::kept_text(opts.compiled), opts.solver, opts.configuration,
          std::string(opts.relaxed ? "relaxed" : "exact"),
          "density " + std::to_string(static_cast<int>(asked.density))}) {
        hash.add(text);
    }
    for (const auto &[layer, choice] : asked.choices) {
        hash.add(layer);
        hash.add(choice.solver);
        hash.add(choice.configuration);
    }
    hash.add(std::uint64_t{asked.choices.size()});
    add(hash, bound);
    return hash.text();
}

} // namespace tiramisu::graph
