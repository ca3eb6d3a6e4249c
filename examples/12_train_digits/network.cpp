#include "network.h"

#include <cmath>
#include <numeric>
#include <string>

#include "digits.h"

namespace nn = tiramisu::nn;

namespace {

constexpr int side = digits::side, channels1 = 16, channels2 = 32;
constexpr int features = channels2 * (side / 2) * (side / 2), classes = digits::classes;

std::string number(int value) {
    return std::to_string(value);
}

/// The words of images that hold a batch.
std::string images(int channels, int size = side) {
    return " mb=" + number(network::batch) + " ic=" + number(channels) + " ih=" + number(size) +
           " iw=" + number(size);
}

std::string convolution(int channels, int filters) {
    return images(channels) + " oc=" + number(filters) + " kh=3 kw=3 ph=1 pw=1";
}

std::string product(int m, int n, int k) {
    return "gemm m=" + number(m) + " n=" + number(n) + " k=" + number(k);
}

std::vector<float> of_batch(int count) {
    return std::vector<float>(static_cast<std::size_t>(network::batch) *
                              static_cast<std::size_t>(count));
}

const std::string halved = " pool=max_pool:2x2:2x2:0x0";

} // namespace

network::part network::added(int count, float scale, std::mt19937 &source) {
    const part made = {weights_.size(), static_cast<std::size_t>(count)};
    for (int i = 0; i < count; i++) {
        const float from_0_to_1 = static_cast<float>(source() >> 8U) / static_cast<float>(1 << 24);
        weights_.push_back((2 * from_0_to_1 - 1) * scale);
    }
    return made;
}

network::network(unsigned seed)
    : conv1_(nn::conv2d_problem::parse("conv2d" + convolution(1, channels1) + " bias=1 post=relu")),
      conv2_(nn::conv2d_problem::parse("conv2d" + convolution(channels1, channels2) +
                                       " bias=1 post=relu")),
      pool_(nn::pooling_problem::parse("pooling" + images(channels2) + halved)),
      masked_(nn::eltwise_problem::parse("eltwise" + images(features, 1) + " with=mul")),
      dense_(nn::gemm_problem::parse(product(batch, classes, features) + " bias=1")),
      loss_(nn::cross_entropy_problem::parse("cross_entropy" + images(classes, 1))),
      dense_by_input_(nn::gemm_problem::parse(product(batch, features, classes) + " transb=1")),
      dense_by_weights_(nn::gemm_problem::parse(product(features, classes, batch) + " transa=1")),
      dense_by_bias_(nn::gemm_problem::parse(product(1, classes, batch))),
      pool_backward_(
          nn::pooling_backward_problem::parse("pooling_backward" + images(channels2) + halved)),
      relu2_backward_(nn::eltwise_backward_problem::parse("eltwise_backward" + images(channels2) +
                                                          " post=relu")),
      relu1_backward_(nn::eltwise_backward_problem::parse("eltwise_backward" + images(channels1) +
                                                          " post=relu")),
      conv2_by_weights_(nn::conv2d_backward_weights_problem::parse(
          "conv2d_backward_weights" + convolution(channels1, channels2) + " bias=1")),
      conv1_by_weights_(nn::conv2d_backward_weights_problem::parse(
          "conv2d_backward_weights" + convolution(1, channels1) + " bias=1")),
      conv2_by_input_(nn::conv2d_backward_data_problem::parse("conv2d_backward_data" +
                                                              convolution(channels1, channels2))),
      adam_(nn::adam_problem::parse("adam decay=0.01 count=" +
                                    number(channels1 * 9 + channels1 + channels2 * channels1 * 9 +
                                           channels2 + features * classes + classes))),
      dropout_{0.25f, seed} {
    std::mt19937 source(seed);
    // Of so many inputs: sums are then about as large as what they are made of (He et al., 2015).
    const auto scale = [](int inputs) { return std::sqrt(6 / static_cast<float>(inputs)); };
    weights1_ = added(channels1 * 9, scale(9), source);
    bias1_ = added(channels1, 0, source);
    weights2_ = added(channels2 * channels1 * 9, scale(channels1 * 9), source);
    bias2_ = added(channels2, 0, source);
    weights3_ = added(features * classes, scale(features), source);
    bias3_ = added(classes, 0, source);
    gradients_.resize(weights_.size());
    adam_mean_.resize(weights_.size());
    adam_square_.resize(weights_.size());

    maps1_ = by_maps1_ = by_sums1_ = of_batch(channels1 * side * side);
    maps2_ = by_maps2_ = by_sums2_ = of_batch(channels2 * side * side);
    pooled_ = mask_ = kept_ = by_kept_ = by_pooled_ = of_batch(features);
    scores_ = by_scores_ = of_batch(classes);
    losses_ = of_batch(1);
    ones_.assign(batch, 1.0f);
}

void network::forward(const float *images) {
    conv1_.run(images, weights(weights1_), weights(bias1_), maps1_.data());
    conv2_.run(maps1_.data(), weights(weights2_), weights(bias2_), maps2_.data());
    pool_.run({maps2_.data()}, pooled_.data());
    masked_.run({pooled_.data(), mask_.data()}, kept_.data());
    dense_.run(kept_.data(), weights(weights3_), scores_.data(), weights(bias3_));
}

/// relu is where its result is positive, so that nothing else of it has to be kept.
void network::backward(const float *images) {
    dense_by_weights_.run(kept_.data(), by_scores_.data(), gradient(weights3_));
    dense_by_bias_.run(ones_.data(), by_scores_.data(), gradient(bias3_));
    dense_by_input_.run(by_scores_.data(), weights(weights3_), by_kept_.data());
    masked_.run({by_kept_.data(), mask_.data()}, by_pooled_.data());
    pool_backward_.run({by_pooled_.data(), maps2_.data()}, by_maps2_.data());
    relu2_backward_.run({maps2_.data(), by_maps2_.data()}, by_sums2_.data());
    conv2_by_weights_.run({maps1_.data(), by_sums2_.data()},
                          {gradient(weights2_), gradient(bias2_)});
    conv2_by_input_.run(by_sums2_.data(), weights(weights2_), by_maps1_.data());
    relu1_backward_.run({maps1_.data(), by_maps1_.data()}, by_sums1_.data());
    conv1_by_weights_.run({images, by_sums1_.data()}, {gradient(weights1_), gradient(bias1_)});
}

const std::vector<float> &network::classify(const float *images) {
    mask_.assign(mask_.size(), 1.0f);
    forward(images);
    return scores_;
}

float network::train(const float *images, const std::int32_t *labels, float rate) {
    step_++;
    dropout_.mask(step_, 0, mask_.size(), mask_.data());
    forward(images);
    loss_.run({scores_.data(), labels}, {losses_.data(), by_scores_.data()});
    backward(images);
    const auto number = static_cast<float>(step_);
    adam_.run({gradients_.data(), &rate, &number},
              {weights_.data(), adam_mean_.data(), adam_square_.data()});
    return std::accumulate(losses_.begin(), losses_.end(), 0.0f) / batch;
}
