#include "driver/operations.h"

#include <sstream>
#include <vector>

#include "tiramisu/nn/nn.h"

namespace tiramisu::driver {

namespace {

/// The words of a text that problems know, without those of options.
std::string problem_in(const std::string &text, const std::vector<std::string> &options) {
    std::istringstream words(text);
    std::string word, kept;
    while (words >> word) {
        bool is_option = false;
        for (const std::string &key : options) {
            is_option = is_option || word.rfind(key + "=", 0) == 0;
        }
        kept += is_option ? "" : (kept.empty() ? "" : " ") + word;
    }
    return kept;
}

bool begins_with(const std::string &text, const std::string &word) {
    return text.rfind(word, 0) == 0;
}

double of_recurrent(const std::string &text) {
    return nn::recurrent_problem::parse(text).operations();
}

} // namespace

double density_in(const std::string &text, double otherwise) {
    const std::string key = " density=";
    const std::size_t place = text.find(key);
    return place == std::string::npos ? otherwise : std::stod(text.substr(place + key.size()));
}

std::optional<double> operations_of(const std::string &text) {
    const std::string problem =
        problem_in(text, {"src", "dst", "any_batch", "any_size", "density", "constant_b"});
    const double density = density_in(text, 1);
    const std::string sparse = "sparse_";
    if (begins_with(problem, "conv2d ")) {
        return nn::conv2d_problem::parse(problem).completed().operations();
    }
    if (begins_with(problem, "conv2d_backward_data ")) {
        return nn::conv2d_backward_data_problem::parse(problem).operations();
    }
    if (begins_with(problem, "conv2d_backward_weights ")) {
        return nn::conv2d_backward_weights_problem::parse(problem).operations();
    }
    if (begins_with(problem, "gemm ")) {
        return nn::gemm_problem::parse(problem).operations();
    }
    if (begins_with(problem, "spmm ")) {
        const auto read = nn::spmm_problem::parse(problem);
        return read.operations(density * read.m * read.k);
    }
    for (const char *const cell : {"lstm ", "gru ", "rnn_tanh ", "rnn_relu "}) {
        if (begins_with(problem, cell)) {
            return of_recurrent(problem);
        }
        if (begins_with(problem, sparse + cell)) {
            return density * of_recurrent(problem.substr(sparse.size()));
        }
    }
    if (begins_with(problem, "sparse_conv2d ")) {
        return density *
               nn::conv2d_problem::parse(problem.substr(sparse.size())).completed().operations();
    }
    return std::nullopt;
}

} // namespace tiramisu::driver
