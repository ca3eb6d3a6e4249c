#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/graph/network.h"

namespace tiramisu::nn {

/// A network whose file leaves sizes open, such as the number of images or the length of a
/// sequence. It is compiled for sizes when they are first asked for, once, and found in the cache
/// on disk by other processes. Several threads may use one at once: those that ask for the same
/// sizes wait for the first, others do not.
class open_network {
public:
    /// Sizes by the names of symbols, {{"batch", {3}}}, or of inputs, {{"x", {3, 1, 8, 8}}}.
    using sizes = std::map<std::string, graph::shape>;

    /// `how.input_shapes` are sizes that are known already. Throws io_error if the file cannot be
    /// read or is damaged. Nothing is compiled.
    explicit open_network(const std::string &path, const network_options &opts = {},
                          source_place where = source_place::current());
    explicit open_network(const graph::model &model, const network_options &opts = {});
    ~open_network();
    open_network(open_network &&) noexcept;
    open_network &operator=(open_network &&) noexcept;

    /// The symbols of its inputs whose sizes are open; an empty one: a size without a name.
    std::vector<std::string> symbols() const;
    /// With symbols where sizes are open.
    const std::vector<graph::value_declaration> &inputs() const;

    /// The network of these sizes, which lives as long as this one. Throws as network(): also
    /// where sizes are missing, or contradict each other.
    const network &of(const sizes &asked, source_place where = source_place::current()) const;
    /// How many were compiled so far, or are being compiled.
    std::size_t count() const;

private:
    struct networks;
    std::unique_ptr<networks> networks_;
};

} // namespace tiramisu::nn
