#include "tiramisu/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "graph/operators/numbers.h"
#include "tiramisu/compile.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/graph/graph.h"
#include "tiramisu/npy_file.h"
#include "tiramisu/profile.h"

namespace tiramisu::tool {

namespace {

using clock = std::chrono::steady_clock;
using graph::tensor;

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

std::map<std::string, tensor> read_all(const std::vector<std::string> &words) {
    std::map<std::string, tensor> all;
    for (const std::string &one : words) {
        const auto [name, path] = name_and_path(one);
        all.emplace(name, read_npy(path));
    }
    return all;
}

/// Memory of the outputs.
std::map<std::string, tensor> outputs_of(const nn::network &compiled) {
    std::map<std::string, tensor> all;
    for (const graph::value_declaration &one : compiled.outputs()) {
        graph::tensor_type type{one.elements, {}};
        for (const graph::extent &size : one.extents) {
            type.extents.push_back(size.size);
        }
        const auto count = static_cast<std::size_t>(graph::count_of(type.extents));
        all.emplace(one.name, graph::tensor_of(type, std::vector<double>(count)));
    }
    return all;
}

nn::network_arrays arrays_of(const std::map<std::string, tensor> &tensors) {
    nn::network_arrays all;
    for (const auto &[name, values] : tensors) {
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
std::string time_text(const prepared_call &call, int times) {
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

} // namespace

std::string run(const run_request &asked, bool &fails) {
    constexpr double tolerance = 1e-3;
    const std::map<std::string, tensor> inputs = read_all(asked.inputs),
                                        expected = read_all(asked.compared);
    nn::network_options opts;
    opts.layers.relaxed = !asked.exact;
    opts.density = density_of(asked.density);
    for (const auto &[name, values] : inputs) {
        opts.input_shapes[name] = values.extents();
    }
    std::ostringstream text;
    const auto start = clock::now();
    const nn::network compiled(asked.model, opts, {});
    text << "compiled in " << milliseconds_since(start) / 1000 << " s\n";
    const std::map<std::string, tensor> outputs = outputs_of(compiled);
    const prepared_call call = compiled.prepare(arrays_of(inputs), arrays_of(outputs));
    if (call() != 0) {
        throw failure("the network failed: " + compiled_function::error_text());
    }
    for (const auto &[name, values] : outputs) {
        text << text_of(name, values);
    }
    for (const auto &[name, wanted] : expected) {
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
    if (asked.times > 0) {
        text << time_text(call, asked.times);
    }
    if (asked.profiles || !asked.trace.empty()) {
        const nn::network_profile profile =
            nn::network::profile(graph::read_onnx(asked.model, {}), arrays_of(inputs),
                                 arrays_of(outputs), asked.times > 0 ? asked.times : 20, opts, {});
        text << (asked.profiles ? table_of(profile) : "");
        if (!asked.trace.empty()) {
            write_trace(asked.trace, profile);
        }
    }
    return text.str();
}

} // namespace tiramisu::tool
