#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include <tiramisu/nn/nn.h>

/// Two convolutions, a pooling and a product: scores of ten classes. Forward, backward and the step
/// of the weights are layers of the library; the rest is memory.
class network {
public:
    static constexpr int batch = 60; ///< images at once

    explicit network(unsigned seed);

    /// The scores of a batch, ten for each image.
    const std::vector<float> &classify(const float *images);
    /// Makes a step of Adam by the gradient of a batch. Returns the mean of its losses.
    float train(const float *images, const std::int32_t *labels, float rate);

private:
    void forward(const float *images);
    void backward(const float *images);

    /// A tensor of the weights, which all lie one behind the other, as their gradients do.
    struct part {
        std::size_t first, count;
    };
    part added(int count, float scale, std::mt19937 &source);
    const float *weights(const part &of) const { return weights_.data() + of.first; }
    float *gradient(const part &of) { return gradients_.data() + of.first; }

    std::vector<float> weights_, gradients_;
    part weights1_, bias1_, weights2_, bias2_, weights3_, bias3_;

    tiramisu::nn::conv2d conv1_, conv2_;
    tiramisu::nn::pooling pool_;
    tiramisu::nn::eltwise masked_;
    tiramisu::nn::gemm dense_;
    tiramisu::nn::cross_entropy loss_;

    tiramisu::nn::gemm dense_by_input_, dense_by_weights_, dense_by_bias_;
    tiramisu::nn::pooling_backward pool_backward_;
    tiramisu::nn::eltwise_backward relu2_backward_, relu1_backward_;
    tiramisu::nn::conv2d_backward_weights conv2_by_weights_, conv1_by_weights_;
    tiramisu::nn::conv2d_backward_data conv2_by_input_;
    tiramisu::nn::adam adam_;

    tiramisu::nn::dropout dropout_;
    std::uint64_t step_ = 0;

    // What the layers write: values, and what the loss changes by with them.
    std::vector<float> maps1_, maps2_, pooled_, mask_, kept_, scores_, losses_;
    std::vector<float> by_scores_, by_kept_, by_pooled_, by_maps2_, by_sums2_, by_maps1_, by_sums1_;
    std::vector<float> ones_, adam_mean_, adam_square_;
};
