#include <map>

#include "driver/modes.h"

// Layers without weights.

namespace tiramisu::driver {

namespace {

using takes = flag::kind;

std::vector<flag> with_images(const std::vector<flag> &more) {
    std::vector<flag> all = image_flags();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

flag print_flag() {
    return {'P', "print", takes::whole, "1", "has no effect: the layer's text is always printed"};
}

std::string pair(const flag_values &given, const std::string &rows, const std::string &columns) {
    return given.word(rows) + "x" + given.word(columns);
}

std::string pooling_text(const flag_values &given) {
    const std::map<std::string, std::string> kinds = {
        {"max", "max_pool"}, {"avg", "avg_pool"}, {"avg_in", "avg_pool_padded"}};
    return "pooling " + image_text(given) + " pool=" + kinds.at(given.word("mode")) + ":" +
           pair(given, "win_h", "win_w") + ":" + pair(given, "pool_stride_h", "pool_stride_w") +
           ":" + pair(given, "pad_h", "pad_w");
}

/// MIOpen's numbers of activations, and what they are called there.
const std::vector<std::string> activations = {"passthru",  "logistic", "tanh",  "relu",
                                              "softrelu",  "abs",      "power", "clippedrelu",
                                              "leakyrelu", "elu"};

/// Null: there is none.
const std::string *activation_of(const std::string &word) {
    for (std::size_t number = 0; number < activations.size(); number++) {
        if (word == activations[number] || word == std::to_string(number)) {
            return &activations[number];
        }
    }
    return nullptr;
}

std::string activation_text(const flag_values &given) {
    const std::string *const found = activation_of(given.word("mode"));
    const std::string known = "there are 1 or logistic, 2 or tanh, 3 or relu, 7 or clippedrelu, 8 "
                              "or leakyrelu";
    if (found == nullptr) {
        given.refuse("mode", "is no activation; " + known);
    }
    std::string post;
    if (*found == "relu") {
        post = "relu";
    } else if (*found == "logistic") {
        post = "sigmoid";
    } else if (*found == "tanh") {
        for (const char *const factor : {"alpha", "beta"}) {
            if (given.is_given(factor) && given.real(factor) != 1) {
                given.refuse(factor, "must be 1 for tanh, which has no factors here");
            }
        }
        post = "tanh";
    } else if (*found == "clippedrelu") {
        post = "clip:0:" + given.word("alpha");
    } else if (*found == "leakyrelu") {
        post = "leaky_relu:" + given.word("alpha");
    } else {
        given.refuse("mode", "is " + *found + ", for which there is no layer; " + known);
    }
    return "eltwise " + image_text(given) + " post=" + post;
}

/// The images as vectors, an image each: what all of an image's elements take part in.
std::string whole_image_text(const flag_values &given) {
    const long long count = static_cast<long long>(given.whole("in_channels")) *
                            given.whole("in_h") * given.whole("in_w");
    return "mb=" + given.word("batchsize") + " ic=" + std::to_string(count) + " ih=1 iw=1";
}

std::string softmax_text(const flag_values &given) {
    return "softmax " + (given.whole("mode") == 0 ? whole_image_text(given) : image_text(given)) +
           (given.word("algorithm") == "2" ? " log=1" : "");
}

std::string batch_norm_text(const flag_values &given) {
    return "batch_norm " + (given.whole("mode") == 0 ? whole_image_text(given) : image_text(given));
}

} // namespace

mode pooling_mode() {
    return {"pool", "pooling",
            with_images({{'y', "win_h", takes::whole, "3", "rows of a window"},
                         {'x', "win_w", takes::whole, "3", "columns of a window"},
                         {'u', "pool_stride_h", takes::whole, "1", "step between windows' rows"},
                         {'v', "pool_stride_w", takes::whole, "1", "step between windows' columns"},
                         {'p', "pad_h", takes::whole, "0", "padding above and below"},
                         {'q', "pad_w", takes::whole, "0", "padding to the left and right"},
                         {'m',
                          "mode",
                          takes::word,
                          "max",
                          "the largest value, the mean of those "
                          "that there are, or of all of a window",
                          {"max", "avg", "avg_in"}},
                         only('z', "pad_mode", {"default"}, "padding as p and q say",
                              "give it by -p and -q"),
                         only('_', "spatial_dim", {"2"}, "dimensions of an image",
                              "pooling is of images, without depth"),
                         forward_flag(),
                         print_flag()}),
            pooling_text};
}

mode activation_mode() {
    return {"activ", "activations",
            with_images({{'m', "mode", takes::word, "3", "number or name of the activation"},
                         {'A', "alpha", takes::real, "0",
                          "largest value (clippedrelu), slope "
                          "(leakyrelu)"},
                         {'B', "beta", takes::real, "0", "of activations that are not there"},
                         {'G', "gamma", takes::real, "1", "of activations that are not there"},
                         {'P', "power", takes::real, "1", "of activations that are not there"},
                         forward_flag()}),
            activation_text};
}

mode softmax_mode() {
    return {"softmax", "softmax",
            with_images({{'m',
                          "mode",
                          takes::whole,
                          "1",
                          "0: over all of an image, 1: over "
                          "channels",
                          {"0", "1"}},
                         {'a',
                          "algorithm",
                          takes::word,
                          "1",
                          "1: accurate, 0: fast, the same here, 2: logarithms",
                          {"1", "0", "2"}},
                         {'A',
                          "alpha",
                          takes::real,
                          "1",
                          "factor of the result",
                          {"1", "1.0"},
                          "results have no factor here"},
                         {'B',
                          "beta",
                          takes::real,
                          "0",
                          "factor of what lies there before",
                          {"0", "0.0"},
                          "results are not added up here"},
                         forward_flag()}),
            softmax_text};
}

mode batch_norm_mode() {
    return {"bnorm", "batch normalization by known mean and variance",
            with_images({{'m',
                          "mode",
                          takes::whole,
                          "1",
                          "0: each element of an image has its own "
                          "mean, 1: each channel",
                          {"0", "1"}},
                         only('F', "forw", {"2"}, "2: by known mean and variance",
                              "1, as in training, and 0 are not there"),
                         only('b', "back", {"0"}, "the backward pass", "it is not there"),
                         only('s', "save", {"0"}, "keep mean and variance", "of training only"),
                         {'r',
                          "run",
                          takes::whole,
                          "1",
                          "has no effect: mean and variance are "
                          "given",
                          {"0", "1"}},
                         print_flag()}),
            batch_norm_text};
}

} // namespace tiramisu::driver
