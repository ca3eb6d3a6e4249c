#include "nn/c_interface/handles.h"

namespace tiramisu::nn {

namespace {

std::string text_or(const char *given, const std::string &otherwise) {
    return given == nullptr ? otherwise : given;
}

/// What has no name in C has none in C++, which refuses it.
find_mode mode_of(int given) {
    switch (given) {
    case TIRAMISU_FIND_NORMAL: return find_mode::normal;
    case TIRAMISU_FIND_FAST: return find_mode::fast;
    case TIRAMISU_FIND_HYBRID: return find_mode::hybrid;
    case TIRAMISU_FIND_CLEAN: return find_mode::clean;
    }
    return static_cast<find_mode>(given);
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
    search_.mode = mode_of(asked.find_mode);
    search_.seconds = asked.find_seconds == 0 ? search_.seconds : asked.find_seconds;
    search_.patience = asked.find_patience;
    if (asked.find_stop != nullptr) {
        search_.stop = [stop = asked.find_stop, data = asked.find_stop_data] {
            return stop(data) != 0;
        };
    }
    if (asked.measured != nullptr) {
        const std::string file = asked.measured;
        measured_ = std::make_unique<perf_db>(file.empty() ? perf_db::user_file() : file,
                                              perf_db::shipped_file());
        layer_.results = measured_.get();
    }
}

search_options c_options::search() const {
    search_options made = search_;
    if (layer_.solver != "auto") {
        made.solvers = {layer_.solver};
    }
    made.compiled = layer_.compiled;
    made.results = measured_.get();
    return made;
}

} // namespace tiramisu::nn
