#include "onnx_suite/suite_case.h"

#include <cmath>
#include <filesystem>

#include "graph/onnx/onnx.pb.h"
#include "graph/onnx/tensor_data.h"
#include "graph/operators/numbers.h"
#include "support/input_file.h"
#include "support/network_builder.h"

namespace tiramisu::testing {

namespace {

namespace fs = std::filesystem;

using graph::model;
using graph::tensor;
using tensor_map = std::map<std::string, tensor>;

constexpr int of_float16 = 10, of_bfloat16 = 16; // numbers of ONNX's types

tensor read_tensor(const fs::path &path, bool &has_halves) {
    const auto file = std::make_shared<graph::onnx::Model>(); // which the tensor lies in
    graph::onnx::Tensor &message = *file->mutable_graph()->add_initializer();
    if (!message.ParseFromString(support::text_of_file(path.string()))) {
        throw user_error("file \"" + path.string() + "\"", "", "is no tensor", {});
    }
    has_halves =
        has_halves || message.data_type() == of_float16 || message.data_type() == of_bfloat16;
    return graph::tensor_reader(path.parent_path().string(), file).read(message);
}

std::vector<tensor> read_tensors(const fs::path &folder, const std::string &kind,
                                 bool &has_halves) {
    std::vector<tensor> all;
    for (int i = 0;; i++) {
        const fs::path path = folder / (kind + "_" + std::to_string(i) + ".pb");
        if (!fs::exists(path)) {
            return all;
        }
        try {
            all.push_back(read_tensor(path, has_halves));
        } catch (const std::runtime_error &reason) {
            throw user_error("file \"" + path.string() + "\"", "", reason.what(), {});
        }
    }
}

/// Empty: they are alike.
std::string difference_text(const tensor &found, const tensor &wanted, bool has_halves) {
    if (found.type() != wanted.type()) {
        return "is " + to_text(found.type()) + ", must be " + to_text(wanted.type());
    }
    const double relative = has_halves ? 1e-2 : 1e-3, absolute = has_halves ? 1e-3 : 1e-5;
    const auto ones = graph::reals_of(found), others = graph::reals_of(wanted);
    for (std::size_t i = 0; i < ones.size(); i++) {
        const bool is_same =
            ones[i] == others[i] || (std::isnan(ones[i]) && std::isnan(others[i])) ||
            (is_float(found.elements()) &&
             std::fabs(ones[i] - others[i]) <= absolute + relative * std::fabs(others[i]));
        if (!is_same) {
            return "element " + std::to_string(i) + " is " + std::to_string(ones[i]) +
                   ", must be " + std::to_string(others[i]);
        }
    }
    return "";
}

tensor_map evaluated(const model &network, const tensor_map &inputs, bool compiles) {
    if (!compiles) {
        return graph::evaluate(network, inputs);
    }
    nn::network_options opts;
    for (const auto &[name, values] : inputs) {
        opts.input_shapes[name] = values.extents();
    }
    return run(nn::network(network, opts), inputs);
}

suite_result compared(const suite_case &of, const tensor_map &found) {
    for (std::size_t i = 0; i < of.outputs.size() && i < of.network.outputs.size(); i++) {
        const std::string &name = of.network.outputs[i].name;
        const std::string text = difference_text(found.at(name), of.outputs[i], of.has_halves);
        if (!text.empty()) {
            return {suite_result::status::wrong, "", "output " + name + " " + text};
        }
    }
    return {suite_result::status::right, "", ""};
}

/// Tries with the inputs of which `binds` is true as constants.
template <typename Binds>
suite_result tried(const suite_case &of, bool compiles, const Binds &binds) {
    tensor_map inputs, constants;
    std::string names;
    for (std::size_t i = 0; i < of.network.inputs.size() && i < of.inputs.size(); i++) {
        const std::string &name = of.network.inputs[i].name;
        const bool is_bound = binds(i, of.inputs[i]);
        (is_bound ? constants : inputs).emplace(name, of.inputs[i]);
        names += !is_bound ? "" : names.empty() ? name : ", " + name;
    }
    try {
        suite_result made =
            compared(of, evaluated(of.network.with_values(constants), inputs, compiles));
        if (!names.empty() && made.is == suite_result::status::right) {
            made.is = suite_result::status::bound;
        }
        made.bound = names;
        return made;
    } catch (const user_error &reason) {
        return {suite_result::status::refused, names, reason.problem()};
    } catch (const std::exception &reason) {
        return {suite_result::status::wrong, names, reason.what()};
    }
}

} // namespace

suite_case read_suite_case(const std::string &folder) {
    suite_case made;
    made.name = fs::path(folder).filename().string();
    made.network = graph::read_onnx(folder + "/model.onnx");
    const fs::path data = fs::path(folder) / "test_data_set_0";
    made.inputs = read_tensors(data, "input", made.has_halves);
    made.outputs = read_tensors(data, "output", made.has_halves);
    return made;
}

suite_result run_suite_case(const suite_case &of, bool compiles) {
    suite_result made = tried(of, compiles, [](std::size_t, const tensor &) { return false; });
    if (made.is != suite_result::status::refused) {
        return made;
    }
    const suite_result whole = tried(of, compiles, [](std::size_t, const tensor &values) {
        return !is_float(values.elements());
    });
    if (whole.is != suite_result::status::refused) {
        return whole;
    }
    const suite_result later =
        tried(of, compiles, [](std::size_t i, const tensor &) { return i > 0; });
    if (later.is != suite_result::status::refused) {
        return later;
    }
    const suite_result known =
        tried(of, compiles, [](std::size_t, const tensor &) { return true; });
    return known.is != suite_result::status::refused ? known : made;
}

} // namespace tiramisu::testing
