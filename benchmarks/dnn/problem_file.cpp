#include "dnn/problem_file.h"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace tiramisu::bench {

namespace {

layer_problem parse(const std::string &text, source_place where) {
    const std::string kind = text.substr(0, text.find(' '));
    if (kind == nn::pooling_problem::kind) {
        return nn::pooling_problem::parse(text, where);
    }
    if (kind == nn::batch_norm_problem::kind) {
        return nn::batch_norm_problem::parse(text, where);
    }
    if (kind == nn::softmax_problem::kind) {
        return nn::softmax_problem::parse(text, where);
    }
    if (kind == nn::gemm_problem::kind) {
        return nn::gemm_problem::parse(text, where);
    }
    if (kind == nn::spmm_problem::kind) {
        return nn::spmm_problem::parse(text, where);
    }
    return convolutions{kind == nn::conv2d_chain_problem::kind
                            ? nn::conv2d_chain_problem::parse(text, where)
                            : nn::conv2d_chain_problem{{nn::conv2d_problem::parse(text, where)}}};
}

} // namespace

std::vector<dense_problem> read_problems(const std::string &path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error("cannot read " + path);
    }
    std::vector<dense_problem> problems;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        number++;
        std::istringstream words(line);
        dense_problem one;
        if (!(words >> one.id) || one.id.front() == '#') {
            continue;
        }
        one.is_quick = one.id == "*";
        if (one.is_quick) {
            words >> one.id;
        }
        std::string text;
        std::getline(words >> std::ws, text);
        const std::size_t space = text.find(' ');
        if (text.find('=') < space) {
            one.weights = text.substr(0, space);
            text.erase(0, space + 1);
        }
        one.problem = parse(text, {path.c_str(), number});
        problems.push_back(one);
    }
    return problems;
}

std::vector<dense_problem> wanted_problems(const session &here, const std::string &of_set) {
    std::vector<dense_problem> wanted;
    for (dense_problem &one : read_problems(here.problems.empty() ? of_set : here.problems)) {
        if (here.wants(one.id, one.is_quick)) {
            wanted.push_back(std::move(one));
        }
    }
    return wanted;
}

} // namespace tiramisu::bench
