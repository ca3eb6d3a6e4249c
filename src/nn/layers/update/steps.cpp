#include "nn/layers/update/steps.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"

namespace tiramisu::nn {

expr update_steps::set(std::size_t number, const std::string &name, const expr &value) {
    computation step(name, {at_.x}, value);
    arguments_.store(step, {0, 0, 0, at_.x}, number);
    steps_.push_back(step);
    return step(at_.x);
}

void update_steps::schedule(const machine &target) {
    constexpr int most = 4096; // whose tensors stay in the first-level caches until the last step
    const int count = static_cast<int>(at_.x.get_upper().get_int_val());
    const int size = std::min(most, divided_up(count, target.threads));
    const var block("block"), inside("inside");
    for (computation &one : steps_) {
        one.split(at_.x, size, block, inside);
        one.vectorize(inside, target.lanes, tail::masked);
    }
    for (std::size_t i = 1; i < steps_.size(); i++) {
        steps_[i - 1].then(steps_[i], block);
    }
    steps_.back().parallelize(block);
}

} // namespace tiramisu::nn
