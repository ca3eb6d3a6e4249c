#include "graph/network_cache.h"

#include <charconv>
#include <filesystem>

#include <dlfcn.h>

#include "nn/framework/layer/code_key.h"
#include "nn/framework/program/machine.h"
#include "support/content_hash.h"
#include "support/environment_variable.h"
#include "support/verbose.h"
#include "tiramisu/graph/onnx.h"
#include "tiramisu/runtime.h"

namespace tiramisu::graph {

namespace {

namespace fs = std::filesystem;

std::string folder_of_user() {
    using support::environment_variable;
    const std::string given = environment_variable("TIRAMISU_CACHE");
    if (!given.empty()) {
        return given == "off" ? "" : given;
    }
    const std::string cache = environment_variable("XDG_CACHE_HOME");
    const std::string home = environment_variable("HOME");
    if (cache.empty() && home.empty()) {
        return "";
    }
    return (cache.empty() ? home + "/.cache" : cache) + "/tiramisu/networks";
}

std::uint64_t most_megabytes() {
    const std::string given = support::environment_variable("TIRAMISU_CACHE_MB");
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(given.data(), given.data() + given.size(), number);
    const bool is_number = failed == std::errc() && end == given.data() + given.size();
    if (!given.empty() && (!is_number || number > std::uint64_t{1} << 32)) {
        throw user_error("TIRAMISU_CACHE_MB", "",
                         "\"" + given + "\" is no number of megabytes; write, for example, 2048");
    }
    return given.empty() ? 2048 : number;
}

/// Tells one build of this library from another one.
std::string library_text() {
    Dl_info of_library;
    std::string text = tiramisu_version();
    if (dladdr(reinterpret_cast<const void *>(&compiled_networks), &of_library) != 0) {
        std::error_code failed;
        const fs::path file = of_library.dli_fname;
        text += " " + file.string() + " " + std::to_string(fs::file_size(file, failed)) + " " +
                std::to_string(fs::last_write_time(file, failed).time_since_epoch().count());
    }
    return text;
}

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
    return {folder_of_user(), most_megabytes() << 20U};
}

std::optional<std::string> cache_key(const model &bound, const nn::network_options &asked,
                                     const std::string &purpose) {
    using support::environment_variable;
    const nn::layer_options &opts = asked.layers;
    const bool shows_something = !nn::may_be_shared(opts.compiled) ||
                                 environment_variable("TIRAMISU_LEGALITY") == "warn" ||
                                 !environment_variable("TIRAMISU_REPORT").empty() ||
                                 !environment_variable("TIRAMISU_EMIT").empty();
    if (shows_something || opts.results != nullptr) {
        return std::nullopt;
    }
    support::content_hash hash;
    for (const std::string &text :
         {library_text(), purpose, nn::compiled_text(nn::machine::of(opts.compiled), opts.compiled),
          opts.compiled.target, opts.solver, opts.configuration,
          std::string(opts.relaxed ? "relaxed" : "exact"),
          "density " + std::to_string(static_cast<int>(asked.density)),
          environment_variable("TIRAMISU_LEGALITY")}) {
        hash.add(text);
    }
    add(hash, bound);
    return hash.text();
}

} // namespace tiramisu::graph
