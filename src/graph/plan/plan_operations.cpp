#include "graph/plan/plan_operations.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "nn/framework/problem/overloaded.h"
#include "tiramisu/nn/eltwise.h"
#include "tiramisu/nn/pooling.h"

namespace tiramisu::graph {

namespace {

using integers = std::vector<std::int64_t>;

[[noreturn]] void refuse(const std::string &call, const std::string &problem, source_place where) {
    throw user_error("fusion plan", call, problem, where);
}

/// "mb=1 ic=64 ih=56 iw=56 " of the images so far.
std::string words_of_images(const shape &extents) {
    std::ostringstream text;
    text << "mb=" << extents[0] << " ic=" << extents[1] << " ih=" << extents[2]
         << " iw=" << extents[3] << ' ';
    return text.str();
}

void require_images_so_far(const plan_graph &plan, const std::string &call, source_place where) {
    if (plan.extents().size() != 4) {
        refuse(call,
               "takes images, but what is computed so far is " + to_text(plan.extents()) +
                   ", rows of numbers; put it before gemm()",
               where);
    }
}

/// A size of the images that the caller may leave out.
void take_size(int &given, int otherwise, std::int64_t size, const std::string &name,
               source_place where) {
    if (given != otherwise && given != size) {
        refuse("convolution",
               name + " is " + std::to_string(given) + ", what is computed so far has " +
                   std::to_string(size) + "; leave it out",
               where);
    }
    given = static_cast<int>(size);
}

void require_sums_alone(const nn::conv2d_problem &what, source_place where) {
    if (what.bias || !what.post_ops.empty()) {
        refuse("convolution",
               "has a bias or post-ops; they are operations of their own: bias(), activation(), "
               "residual(), pooling()",
               where);
    }
    if (!what.types().are_all(nn::element_type::f32)) {
        refuse("convolution", "is not of f32, as all of a plan is", where);
    }
}

/// Where the result's size is what follows from equal padding on both sides.
void require_equal_padding(const nn::conv2d_problem &what, source_place where) {
    nn::conv2d_problem equal = what;
    equal.oh = equal.ow = 0;
    equal = equal.completed(where);
    if (equal.oh != what.oh || equal.ow != what.ow) {
        refuse("convolution",
               "oh and ow are " + std::to_string(what.oh) + " and " + std::to_string(what.ow) +
                   ", with equal padding on all sides " + std::to_string(equal.oh) + " and " +
                   std::to_string(equal.ow) + "; leave them out",
               where);
    }
}

shape wide(const std::array<int, 4> &extents) {
    return {extents.begin(), extents.end()};
}

tensor number(float value) {
    return tensor(shape{}, std::vector<float>{value});
}

void add_node_of(plan_graph &to, const nn::post_op &what) {
    const shape extents = to.extents();
    const auto add = [&](const std::string &op) { to.add(op, {}, extents); };
    const auto without = [](const auto &) {}; // parsing an elementwise layer refuses these
    std::visit(nn::overloaded{
                   [&](const nn::post::relu &) { add("Relu"); },
                   [&](const nn::post::leaky_relu &op) {
                       to.add("LeakyRelu", {}, extents, {{"alpha", op.slope}});
                   },
                   [&](const nn::post::clip &op) {
                       to.add("Clip", {to.constant(number(op.low)), to.constant(number(op.high))},
                              extents);
                   },
                   [&](const nn::post::sigmoid &) { add("Sigmoid"); },
                   [&](const nn::post::tanh &) { add("Tanh"); },
                   [&](const nn::post::swish &) { add("Swish"); },
                   [&](const nn::post::hard_swish &) { add("HardSwish"); },
                   [&](const nn::post::residual_add &op) { without(op); },
                   [&](const nn::post::pool &op) { without(op); }},
               what);
}

} // namespace

void require_images(const shape &src, source_place where) {
    bool fits = src.size() == 4;
    for (const std::int64_t size : src) {
        fits = fits && size >= 1 && size <= std::numeric_limits<int>::max();
    }
    if (!fits) {
        throw user_error("fusion plan", "fusion_plan",
                         "its source is " + to_text(src) +
                             ", must have 4 sizes of at least 1: images, channels, rows, columns",
                         where);
    }
}

nn::conv2d_problem convolution_of_words(const plan_graph &plan, const std::string &words,
                                        source_place where) {
    require_images_so_far(plan, "convolution", where);
    return nn::conv2d_problem::parse("conv2d " + words_of_images(plan.extents()) + words, where);
}

void add_convolution(plan_graph &to, nn::conv2d_problem what, source_place where) {
    require_images_so_far(to, "convolution", where);
    require_sums_alone(what, where);
    take_size(what.mb, 1, to.extents()[0], "mb", where);
    take_size(what.ic, 0, to.extents()[1], "ic", where);
    take_size(what.ih, 0, to.extents()[2], "ih", where);
    take_size(what.iw, 0, to.extents()[3], "iw", where);
    what = what.completed(where);
    require_equal_padding(what, where);
    to.begin("convolution");
    to.add("Conv", {to.argument("weights", wide(what.weights_extents()), true)},
           wide(what.dst_extents()),
           {{"strides", integers{what.sh, what.sw}},
            {"pads", integers{what.ph, what.pw, what.ph, what.pw}},
            {"dilations", integers{what.dh + 1, what.dw + 1}},
            {"group", std::int64_t{what.g}}});
}

void add_bias(plan_graph &to) {
    to.begin("bias");
    const shape extents = to.extents();
    to.add("Add", {to.argument("bias", of_channels(extents), true)}, extents);
}

void add_batch_norm(plan_graph &to, float epsilon, source_place where) {
    if (!(epsilon >= 0) || !std::isfinite(epsilon)) {
        refuse("batch_norm",
               "epsilon is " + std::to_string(epsilon) + ", must be a number of at least 0", where);
    }
    to.begin("batch_norm");
    const shape extents = to.extents(), each = {extents[1]};
    std::vector<std::string> numbers;
    for (const char *name : {"scale", "shift", "mean", "variance"}) {
        numbers.push_back(to.argument(name, each, true));
    }
    to.add("BatchNormalization", numbers, extents, {{"epsilon", epsilon}});
}

void add_activation(plan_graph &to, const std::string &words, source_place where) {
    const auto parsed = nn::eltwise_problem::parse("eltwise ic=1 ih=1 iw=1 post=" + words, where);
    if (parsed.post_ops.size() != 1) {
        refuse("activation",
               "\"" + words + "\" are " + std::to_string(parsed.post_ops.size()) +
                   " activations; each is an operation of its own",
               where);
    }
    to.begin("activation " + words);
    add_node_of(to, parsed.post_ops.front());
}

void add_residual(plan_graph &to) {
    to.begin("residual");
    const shape extents = to.extents();
    to.add("Add", {to.argument("residual", extents, false)}, extents);
}

void add_pooling(plan_graph &to, const std::string &words, source_place where) {
    require_images_so_far(to, "pooling", where);
    const auto parsed = nn::pooling_problem::parse(
        "pooling " + words_of_images(to.extents()) + "pool=" + words, where);
    const nn::post::pool &pool = parsed.pool;
    using kind = nn::post::pool::kind;
    std::map<std::string, attribute> attributes = {
        {"kernel_shape", integers{pool.kh, pool.kw}},
        {"strides", integers{pool.sh, pool.sw}},
        {"pads", integers{pool.ph, pool.pw, pool.ph, pool.pw}}};
    if (pool.what == kind::average_with_padding) {
        attributes["count_include_pad"] = std::int64_t{1};
    }
    to.begin("pooling " + words);
    to.add(pool.what == kind::max ? "MaxPool" : "AveragePool", {}, wide(parsed.dst().extents),
           attributes);
}

void add_gemm(plan_graph &to, int n, source_place where) {
    if (n < 1) {
        refuse("gemm",
               "n is " + std::to_string(n) +
                   ", must be at least 1: numbers that it makes of an image",
               where);
    }
    to.begin("gemm");
    const std::int64_t images = to.extents()[0], k = count_of(to.extents()) / images;
    if (to.extents().size() != 2) {
        to.add("Flatten", {}, {images, k});
    }
    to.add("MatMul", {to.argument("matrix", {k, n}, true)}, {images, n});
}

void add_eltwise(plan_graph &to, const std::string &which, source_place where) {
    if (which != "add" && which != "mul") {
        refuse("eltwise", "\"" + which + "\" is none of its operations; these are add and mul",
               where);
    }
    to.begin("eltwise " + which);
    const shape extents = to.extents();
    to.add(which == "add" ? "Add" : "Mul", {to.argument("other", extents, false)}, extents);
}

void add_softmax(plan_graph &to) {
    to.begin("softmax");
    to.add("Softmax", {}, to.extents(), {{"axis", std::int64_t{1}}});
}

} // namespace tiramisu::graph
