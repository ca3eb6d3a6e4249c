#include "nn/c_interface/handles.h"

namespace tiramisu::nn {

namespace {

std::string text_or(const char *given, const std::string &otherwise) {
    return given == nullptr ? otherwise : given;
}

} // namespace

c_options::c_options(const tiramisu_layer_options *given) {
    const tiramisu_layer_options asked = given == nullptr ? tiramisu_layer_options() : *given;
    layer_.solver = text_or(asked.solver, layer_.solver);
    layer_.configuration = text_or(asked.configuration, "");
    layer_.compiled.target = text_or(asked.target, layer_.compiled.target);
    layer_.compiled.strict_float = asked.strict_float != 0;
    layer_.compiled.validate = asked.validate != 0;
    layer_.relaxed = asked.relaxed != 0;
    if (asked.measured != nullptr) {
        const std::string file = asked.measured;
        measured_ = std::make_unique<perf_db>(file.empty() ? perf_db::user_file() : file,
                                              perf_db::shipped_file());
        layer_.results = measured_.get();
    }
}

search_options c_options::search() const {
    search_options made;
    if (layer_.solver != "auto") {
        made.solvers = {layer_.solver};
    }
    made.compiled = layer_.compiled;
    made.results = measured_.get();
    return made;
}

} // namespace tiramisu::nn
