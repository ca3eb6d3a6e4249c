#include "graph/network_files.h"

#include <filesystem>

#include "graph/compile/header_text.h"
#include "graph/compile/weight_file.h"
#include "support/output_files.h"

namespace tiramisu::graph {

namespace fs = std::filesystem;

network_files network_files::of(const std::string &model, const std::string &object,
                                const std::string &name, const std::string &weights,
                                source_place where) {
    network_files made = {nn::object_place::of(model, object, name, where), ""};
    if (weights.empty()) {
        return made;
    }
    made.weights = support::output_path(weights);
    const auto refuse = [&](const std::string &reason) {
        throw user_error("network \"" + model + "\"", "write_object",
                         "the file of weights \"" + weights + "\" " + reason, where);
    };
    if (!fs::path(weights).has_filename()) {
        refuse("names no file; write, for example, \"" + weights + name + ".weights\"");
    }
    for (const std::string &other : {support::output_path(object), made.object.header()}) {
        if (fs::path(made.weights).lexically_normal() == fs::path(other).lexically_normal()) {
            refuse("is also what the object or its header is called; give it another name");
        }
    }
    if (!may_become_weights(made.weights)) {
        throw io_error(made.weights, "write",
                       "it holds something else than weights of a network, and is not replaced");
    }
    return made;
}

void network_files::write(const network_program &made, const options &opts) const {
    if (!has_weights()) {
        const function_sequence whole = made.with_weights_inside();
        nn::write_function(whole, object, opts);
        nn::add_to_header(object, plain_arrays_text(whole, {}));
        return;
    }
    // In their place last: what is found wrong before leaves them as they are.
    support::output_files beside;
    beside.write(weights, weight_file_bytes(made));
    nn::write_function(made.sequence, object, opts);
    nn::add_to_header(object, plain_arrays_text(made.sequence, weight_fingerprint(made)));
    beside.commit();
}

} // namespace tiramisu::graph
