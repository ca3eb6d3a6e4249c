#include "tiramisu/graph/open_network.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "tiramisu/graph/onnx.h"

namespace tiramisu::nn {

namespace {

std::string text_of(const std::vector<graph::value_declaration> &inputs) {
    std::string text;
    for (const graph::value_declaration &one : inputs) {
        text += one.text() + "\n";
    }
    return text;
}

} // namespace

struct open_network::networks {
    /// Of one choice of sizes.
    struct sized_network {
        std::mutex compiling;
        std::optional<network> made;
    };

    graph::model model;
    network_options opts;
    std::mutex changing;
    std::map<std::string, std::unique_ptr<sized_network>> all; ///< by their inputs

    networks(graph::model of, network_options asked)
        : model(std::move(of)), opts(std::move(asked)) {}

    sized_network &of(const std::string &inputs) {
        const std::lock_guard<std::mutex> lock(changing);
        std::unique_ptr<sized_network> &found = all[inputs];
        if (found == nullptr) {
            found = std::make_unique<sized_network>();
        }
        return *found;
    }
};

open_network::open_network(const std::string &path, const network_options &opts, source_place where)
    : open_network(graph::read_onnx(path, where), opts) {}

open_network::open_network(const graph::model &model, const network_options &opts)
    : networks_(std::make_unique<networks>(model, opts)) {}

open_network::~open_network() = default;
open_network::open_network(open_network &&) noexcept = default;
open_network &open_network::operator=(open_network &&) noexcept = default;

std::vector<std::string> open_network::symbols() const {
    std::vector<std::string> all;
    for (const graph::value_declaration &input : inputs()) {
        for (const graph::extent &size : input.extents) {
            if (!size.is_known() && std::find(all.begin(), all.end(), size.symbol) == all.end()) {
                all.push_back(size.symbol);
            }
        }
    }
    return all;
}

const std::vector<graph::value_declaration> &open_network::inputs() const {
    return networks_->model.inputs;
}

const network &open_network::of(const sizes &asked, source_place where) const {
    network_options opts = networks_->opts;
    for (const auto &[name, extents] : asked) {
        opts.input_shapes[name] = extents;
    }
    // Sizes that are said in different ways are the same network.
    const graph::model bound =
        networks_->model.with_values(opts.input_values, where).bound(opts.input_shapes, where);
    networks::sized_network &one = networks_->of(text_of(bound.inputs));
    const std::lock_guard<std::mutex> lock(one.compiling);
    if (!one.made) {
        one.made.emplace(networks_->model, opts, where);
    }
    return *one.made;
}

std::size_t open_network::count() const {
    const std::lock_guard<std::mutex> lock(networks_->changing);
    return networks_->all.size();
}

} // namespace tiramisu::nn
