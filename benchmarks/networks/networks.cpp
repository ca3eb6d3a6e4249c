#include "accuracy.h"
#include "contest.h"
#include "networks/network_file.h"
#include "peers/python_peers.h"
#include "sets.h"
#include "thread_setting.h"

#include <tiramisu/graph/evaluate.h>
#include <tiramisu/graph/network.h>
#include <tiramisu/graph/onnx.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// Values of an input: as floats, which is how libraries in other processes get them, and as what
/// the network reads.
struct network_input {
    std::string name;
    std::vector<float> floats;
    graph::tensor values;
};

graph::shape sizes_of(const graph::value_declaration &declared) {
    graph::shape sizes;
    for (const graph::extent &one : declared.extents) {
        if (!one.is_known()) {
            throw std::runtime_error("the network leaves sizes open: " + declared.text());
        }
        sizes.push_back(one.size);
    }
    return sizes;
}

/// Integers are numbers of words, small enough for any vocabulary.
network_input some_input(const graph::value_declaration &declared, unsigned seed) {
    constexpr float words = 100;
    const graph::shape sizes = sizes_of(declared);
    network_input made{
        declared.name, random_floats(static_cast<std::size_t>(graph::count_of(sizes)), seed), {}};
    if (declared.elements == p_int64) {
        std::vector<std::int64_t> numbers;
        for (float &one : made.floats) {
            numbers.push_back(static_cast<std::int64_t>((one + 1) * words));
            one = static_cast<float>(numbers.back());
        }
        made.values = graph::tensor(sizes, std::move(numbers));
    } else if (declared.elements == p_float32) {
        made.values = graph::tensor(sizes, made.floats);
    } else {
        throw std::runtime_error("inputs are of float32 or int64, not " + declared.text());
    }
    return made;
}

/// A network, its inputs and what its first output has to be, which is what is compared.
class network_contest {
public:
    explicit network_contest(const network_file &file)
        : file_(file), model_(graph::read_onnx(file.path)) {
        std::map<std::string, graph::tensor> given;
        for (const graph::value_declaration &declared : model_.inputs) {
            inputs_.push_back(some_input(declared, 7 + static_cast<unsigned>(inputs_.size())));
            given.emplace(declared.name, inputs_.back().values);
        }
        const graph::tensor right = graph::evaluate(model_, given).at(model_.outputs.front().name);
        reference_.assign(right.data<float>(), right.data<float>() + right.count());
    }

    void run(session &here, int threads) {
        const thread_setting set(threads);
        const auto begin = std::chrono::steady_clock::now();
        const nn::network network(model_);
        add_compile_time(here, threads, std::chrono::steady_clock::now() - begin);

        std::vector<std::vector<float>> results;
        const prepared_call call =
            network.prepare(arrays_of_inputs(), arrays_for(network, results));
        contest all;
        all.id = file_.id;
        all.variant = "network";
        all.ours = [&] { call(); };
        all.result = results.front().data();
        all.reference = reference_;
        std::vector<float> of_peer(reference_.size());
        add_python_peers(all, {{}, {}, of_peer.data()}, problem_for(of_peer), threads);
        run_contest(here, all, threads);
    }

private:
    network_file file_;
    graph::model model_;
    std::vector<network_input> inputs_;
    std::vector<double> reference_;

    nn::network_arrays arrays_of_inputs() const {
        nn::network_arrays arrays;
        for (const network_input &one : inputs_) {
            // The network only reads them.
            arrays.emplace(one.name, nn::network_elements(const_cast<void *>(one.values.bytes()),
                                                          one.values.elements()));
        }
        return arrays;
    }

    static nn::network_arrays arrays_for(const nn::network &network,
                                         std::vector<std::vector<float>> &results) {
        nn::network_arrays arrays;
        for (const graph::value_declaration &one : network.outputs()) {
            results.emplace_back(static_cast<std::size_t>(graph::count_of(sizes_of(one))));
        }
        for (std::size_t i = 0; i < results.size(); i++) {
            arrays.emplace(network.outputs()[i].name, results[i].data());
        }
        return arrays;
    }

    python_problem problem_for(std::vector<float> &result) const {
        python_problem problem = {"network file=" + std::filesystem::absolute(file_.path).string(),
                                  {},
                                  result.data(),
                                  result.size()};
        for (const network_input &one : inputs_) {
            problem.inputs.push_back({one.floats.data(), one.floats.size()});
        }
        return problem;
    }

    void add_compile_time(session &here, int threads, std::chrono::duration<double> time) const {
        constexpr double milliseconds = 1e3;
        row one;
        one.set = here.set;
        one.id = "compile_" + file_.id;
        one.variant = "network";
        one.threads = threads;
        one.ours_ms = one.ours_min_ms = milliseconds * time.count();
        here.add(one);
    }
};

void run_network(session &here, const network_file &file) {
    if (!std::filesystem::exists(file.path)) {
        throw std::runtime_error(file.path + " is missing; `./dev models " + file.id +
                                 "` writes it");
    }
    network_contest of(file);
    for (const int threads : here.threads) {
        of.run(here, threads);
    }
}

} // namespace

void run_networks(session &here) {
    setenv("TIRAMISU_CACHE", "off", 1); // what compiling takes is measured, too
    std::vector<std::function<void(session &)>> parts;
    for (const network_file &one :
         read_networks(here.problems.empty() ? TIRAMISU_BENCH_NETWORKS : here.problems,
                       TIRAMISU_BENCH_MODELS)) {
        if (here.wants(one.id, one.is_quick)) {
            parts.emplace_back([one](session &now) { run_network(now, one); });
        }
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
