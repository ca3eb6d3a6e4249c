#include "tiramisu/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <sstream>

#include "graph/operators/numbers.h"
#include "graph/typing/graph_cut.h"
#include "tiramisu/compile.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/graph/graph.h"
#include "tiramisu/npy_file.h"
#include "tiramisu/profile.h"

namespace tiramisu::tool {

namespace {

using clock = std::chrono::steady_clock;
using graph::tensor;
using tensors = std::map<std::string, tensor>;

double milliseconds_since(clock::time_point start) {
    return std::chrono::duration<double, std::milli>(clock::now() - start).count();
}

/// "x=file.npy"
std::pair<std::string, std::string> name_and_path(const std::string &text) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == text.size()) {
        throw failure("\"" + text + "\" names no file; write, for example, x=x.npy");
    }
    return {text.substr(0, sign), text.substr(sign + 1)};
}

tensors read_all(const std::vector<std::string> &words) {
    tensors all;
    for (const std::string &one : words) {
        const auto [name, path] = name_and_path(one);
        if (!all.emplace(name, read_npy(path)).second) {
            throw failure("\"" + name + "\" is given twice");
        }
    }
    return all;
}

nn::network_arrays arrays_of(const tensors &values_of) {
    nn::network_arrays all;
    for (const auto &[name, values] : values_of) {
        all.emplace(name,
                    nn::network_elements(const_cast<void *>(values.bytes()), values.elements()));
    }
    return all;
}

/// The largest difference over the largest value.
double difference(const tensor &found, const tensor &wanted) {
    if (found.type() != wanted.type()) {
        throw failure("the expected output is " + to_text(wanted.type()) + ", the network's is " +
                      to_text(found.type()));
    }
    const std::vector<double> ones = graph::reals_of(found), others = graph::reals_of(wanted);
    double most = 0, largest = 0;
    for (std::size_t i = 0; i < ones.size(); i++) {
        const bool is_same = ones[i] == others[i] || (std::isnan(ones[i]) && std::isnan(others[i]));
        const double apart = is_same ? 0 : std::fabs(ones[i] - others[i]);
        most =
            std::isfinite(apart) ? std::max(most, apart) : std::numeric_limits<double>::infinity();
        largest = std::max(largest, std::isfinite(others[i]) ? std::fabs(others[i]) : 0);
    }
    return most == 0 ? 0 : most / std::max(largest, 1e-30);
}

std::string text_of(const std::string &name, const tensor &values) {
    constexpr std::size_t most_shown = 8;
    const std::vector<double> numbers = graph::reals_of(values);
    std::ostringstream text;
    text << name << ": " << to_text(values.type()) << " =";
    for (std::size_t i = 0; i < std::min(numbers.size(), most_shown); i++) {
        text << ' ' << numbers[i];
    }
    text << (numbers.size() > most_shown ? " ...\n" : "\n");
    return text.str();
}

/// The median of runs, after some that warm up.
std::string time_text(const std::function<void()> &call, int times) {
    std::vector<double> taken;
    for (int i = 0; i < times + 3; i++) {
        const auto start = clock::now();
        call();
        taken.push_back(milliseconds_since(start));
    }
    taken.erase(taken.begin(), taken.begin() + 3);
    std::sort(taken.begin(), taken.end());
    std::ostringstream text;
    text << "median of " << times << " runs: " << taken[taken.size() / 2] << " ms, shortest "
         << taken.front() << " ms\n";
    return text.str();
}

/// Prints, compares and writes the outputs.
std::string told(const run_request &asked, const tensors &outputs, bool &fails) {
    constexpr double tolerance = 1e-3;
    std::ostringstream text;
    for (const auto &[name, values] : outputs) {
        text << text_of(name, values);
    }
    for (const auto &[name, wanted] : read_all(asked.compared)) {
        if (outputs.count(name) == 0) {
            throw failure("the network has no output \"" + name + "\" to compare");
        }
        const double apart = difference(outputs.at(name), wanted);
        fails = fails || !(apart <= tolerance);
        text << name << " differs by " << apart << " of its largest value\n";
    }
    for (const std::string &one : asked.outputs) {
        const auto [name, path] = name_and_path(one);
        if (outputs.count(name) == 0) {
            throw failure("the network has no output \"" + name + "\" to write");
        }
        write_npy(path, outputs.at(name));
    }
    return text.str();
}

std::string run_whole(const run_request &asked, const graph::model &model, const tensors &inputs,
                      nn::network_options opts, bool &fails, std::ostream &progress) {
    for (const auto &[name, values] : inputs) {
        opts.input_shapes[name] = values.extents();
    }
    opts.choices = tuned_choices(asked.tuning, model, opts, progress);
    std::ostringstream text;
    const auto start = clock::now();
    const nn::network compiled(model, opts, {});
    text << "compiled in " << milliseconds_since(start) / 1000 << " s\n";
    const tensors outputs = compiled.run(inputs);
    text << told(asked, outputs, fails);
    const nn::network_arrays from = arrays_of(inputs), to = arrays_of(outputs);
    if (asked.times > 0) {
        const prepared_call call = compiled.prepare(from, to);
        text << time_text([&] { call(); }, asked.times);
    }
    if (asked.profiles || !asked.trace.empty()) {
        const nn::network_profile profile =
            nn::network::profile(model, from, to, asked.times > 0 ? asked.times : 20, opts, {});
        text << (asked.profiles ? table_of(profile) : "");
        if (!asked.trace.empty()) {
            write_trace(asked.trace, profile);
        }
    }
    return text.str();
}

std::string run_in_stages(const run_request &asked, const graph::model &model,
                          const tensors &inputs, const nn::network_options &opts, bool &fails) {
    if (asked.profiles || !asked.trace.empty() || asked.tuning.seconds > 0) {
        throw failure("the network runs in stages, whose steps are not timed one by one; leave "
                      "--profile, --trace and --tune out");
    }
    const nn::staged_network staged(model, opts, {});
    std::vector<std::string> stages;
    const tensors outputs = staged.run(inputs, &stages, {});
    std::ostringstream text;
    for (const std::string &one : stages) {
        text << "stage of " << one << "\n";
    }
    text << told(asked, outputs, fails);
    if (asked.times > 0) {
        text << time_text([&] { staged.run(inputs, nullptr, {}); }, asked.times);
    }
    return text.str();
}

} // namespace

std::string run(const run_request &asked, bool &fails, std::ostream &progress) {
    const tensors inputs = read_all(asked.inputs);
    nn::network_options opts;
    opts.layers.relaxed = !asked.exact;
    opts.density = density_of(asked.density);
    const graph::model model = graph::read_onnx(asked.model, {});
    const graph::model bound = graph::bound_to(model, inputs, "run", {});
    const graph::graph_cut cut = graph::cut_at_unknown_values(bound, {});
    const bool is_code = cut.is_whole() && !cut.first.outputs.empty();
    return is_code ? run_whole(asked, model, inputs, opts, fails, progress)
                   : run_in_stages(asked, model, inputs, opts, fails);
}

} // namespace tiramisu::tool
