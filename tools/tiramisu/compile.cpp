#include "tiramisu/compile.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <sstream>

#include "tiramisu/compile_parts.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/graph/graph.h"

namespace tiramisu::tool {

namespace {

std::string environment(const char *name) {
    const char *value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Letters, digits and underscores of a file's name.
std::string identifier_of(const std::string &path) {
    std::string name;
    for (const char one : std::filesystem::path(path).stem().string()) {
        name += std::isalnum(static_cast<unsigned char>(one)) != 0 ? one : '_';
    }
    return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "net_" + name
                                                                                  : name;
}

/// "x=1,3,224,224"; a name may have a "=" itself.
std::pair<std::string, graph::shape> read_shape(const std::string &text) {
    const std::size_t sign = text.rfind('=');
    if (sign == std::string::npos || sign == 0) {
        throw failure("\"" + text + "\" gives no sizes; write, for example, x=1,3,224,224");
    }
    graph::shape extents;
    for (std::size_t begin = sign + 1; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string one = text.substr(begin, end - begin);
        if (one.empty() || one.size() > 9 ||
            one.find_first_not_of("0123456789") != std::string::npos) {
            throw failure("\"" + text + "\" gives no sizes: \"" + one +
                          "\" must be a number; write, for example, x=1,3,224,224");
        }
        extents.push_back(std::stoll(one));
        begin = end + 1;
    }
    return {text.substr(0, sign), extents};
}

std::string bytes_text(std::size_t bytes) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << static_cast<double>(bytes) / 1024 << " KiB";
    return text.str();
}

std::string text_of(const nn::network_report &report) {
    std::ostringstream text;
    for (const nn::network_report::step &one : report.steps) {
        text << "  " << one.node << ": " << one.text
             << (one.solver.empty() ? "" : " by " + one.solver) << '\n';
    }
    text << report.steps.size() << " steps, " << report.functions << " functions, "
         << report.reorders << " reorders\n"
         << "weights " << bytes_text(report.weights_bytes) << ", between steps "
         << bytes_text(report.memory_bytes) << " (at least "
         << bytes_text(report.least_memory_bytes) << ")\n";
    return text.str();
}

/// An object file replaces whatever has its name.
void require_other_file(const std::string &model, const std::string &object) {
    std::error_code failed;
    if (std::filesystem::equivalent(model, object, failed) && !failed) {
        throw failure("the object file " + object +
                      " would replace the network; give another name by -o");
    }
}

} // namespace

nn::weight_density density_of(const std::string &word) {
    using nn::weight_density;
    if (word == "auto" || word == "dense" || word == "sparse") {
        return word == "auto"    ? weight_density::automatic
               : word == "dense" ? weight_density::dense
                                 : weight_density::sparse;
    }
    throw failure("\"" + word + "\" is no density; there are auto, dense, sparse");
}

std::string compile(const graph::model &model, const compiled_files &to, nn::network_options opts,
                    const tune_network_request &tuning, std::ostream &progress) {
    opts.choices = tuned_choices(tuning, model, opts, progress);
    opts.weight_file = to.weights;
    // Errors have no place in a program of the user's.
    return to.name + "\n" + text_of(nn::network::write_object(model, to.object, to.name, opts, {}));
}

std::string compile(const compile_request &asked, std::ostream &progress) {
    const std::string of_environment = environment("TIRAMISU_FUNCTION_NAME");
    const std::string name = !asked.name.empty()       ? asked.name
                             : !of_environment.empty() ? of_environment
                                                       : identifier_of(asked.model);
    nn::network_options opts;
    opts.layers.compiled.target = asked.target;
    opts.layers.relaxed = !asked.exact;
    opts.density = density_of(asked.density);
    for (const std::string &one : asked.input_shapes) {
        opts.input_shapes.insert(read_shape(one));
    }
    const compiled_files to = {name, asked.object.empty() ? name + ".o" : asked.object,
                               asked.weights};
    const graph::model model = graph::read_onnx(asked.model, {});
    require_other_file(asked.model, to.object);
    return asked.partial ? compile_parts(model, to, opts, asked.tuning, progress)
                         : compile(model, to, opts, asked.tuning, progress);
}

} // namespace tiramisu::tool
