#include "tiramisu/graph/fusion_plan.h"

#include <algorithm>

#include "graph/plan/plan_code.h"
#include "graph/plan/plan_operations.h"
#include "graph/plan/plan_parts.h"
#include "nn/framework/program/machine.h"

namespace tiramisu::nn {

namespace {

constexpr const char *subject = "fusion plan";

std::string names_of(const std::vector<fusion_argument> &arguments, bool weights) {
    std::string text = weights ? "" : graph::plan_graph::source;
    for (const fusion_argument &one : arguments) {
        if (one.is_weight == weights) {
            text += (text.empty() ? "" : ", ") + one.name;
        }
    }
    return text.empty() ? "none" : text;
}

bool has_weights(const std::vector<fusion_argument> &arguments) {
    return std::any_of(arguments.begin(), arguments.end(),
                       [](const fusion_argument &one) { return one.is_weight; });
}

} // namespace

struct fusion_plan::contents {
    graph::plan_graph plan;
    layer_options opts;
    bool allows_parts = false;
    graph::plan_code code;
    bool has_all_weights = false;

    /// Of an operation that is added: code that was compiled is that of another plan.
    graph::plan_graph &changed() {
        code = {};
        return plan;
    }

    void require_operations(const std::string &call, source_place where) const {
        if (plan.operations().empty()) {
            throw user_error(subject, call, "has no operations; add them first, such as bias()",
                             where);
        }
    }

    void require_code(const std::string &call, source_place where) const {
        if (!code) {
            throw user_error(subject, call,
                             "is not compiled since its last operation was added; compile() first",
                             where);
        }
    }

    std::vector<fusion_part> parts(source_place where) const {
        return graph::parts_of(plan, machine::of(opts.compiled).lanes, where);
    }

    void require_one_pass(source_place where) const {
        const std::vector<fusion_part> all = parts(where);
        const fusion_part &first = all.front();
        if (all.size() == 1 && first.one_pass) {
            return;
        }
        const std::string reason =
            all.size() == 1
                ? "operation \"" + first.operations.back() + "\" takes " +
                      std::to_string(first.steps.size()) + " steps by itself"
                : "operation " + std::to_string(first.operations.size() + 1) + ", \"" +
                      all[1].operations.front() +
                      "\", cannot be computed together with those before it: " + first.why_it_ends;
        throw unsupported_error(subject, "compile",
                                reason + "; allow_parts() has the plan computed in " +
                                    std::to_string(all.size()) + " parts",
                                where);
    }

    float *array_of(const network_arrays &given, const std::string &name, const std::string &call,
                    source_place where) const {
        const auto found = given.find(name);
        if (found == given.end() || found->second.data() == nullptr) {
            throw user_error(subject, call,
                             "\"" + name + "\" is missing; it takes " +
                                 names_of(plan.arguments(), call == "set_weights"),
                             where);
        }
        return floats_of(found->second, name, call, where);
    }

    static float *floats_of(const network_elements &given, const std::string &name,
                            const std::string &call, source_place where) {
        if (given.type() != p_float32) {
            throw user_error(subject, call,
                             "\"" + name + "\" is an array of " + to_string(given.type()) +
                                 ", must be of float32",
                             where);
        }
        return static_cast<float *>(given.data());
    }

    /// `known` has those that are asked for.
    void require_known(const network_arrays &given, const std::vector<std::string> &known,
                       const std::string &call, source_place where) const {
        for (const auto &entry : given) {
            if (std::find(known.begin(), known.end(), entry.first) == known.end()) {
                throw user_error(subject, call,
                                 "there is no \"" + entry.first + "\"; it takes " +
                                     names_of(plan.arguments(), call == "set_weights"),
                                 where);
            }
        }
    }
};

fusion_plan::fusion_plan(const graph::shape &src, source_place where) {
    graph::require_images(src, where);
    contents_ = std::make_unique<contents>(contents{graph::plan_graph(src), {}, false, {}});
}

fusion_plan::~fusion_plan() = default;
fusion_plan::fusion_plan(fusion_plan &&) noexcept = default;
fusion_plan &fusion_plan::operator=(fusion_plan &&) noexcept = default;

fusion_plan &fusion_plan::convolution(const std::string &words, source_place where) {
    return convolution(graph::convolution_of_words(contents_->plan, words, where), where);
}

fusion_plan &fusion_plan::convolution(conv2d_problem what, source_place where) {
    graph::add_convolution(contents_->changed(), std::move(what), where);
    return *this;
}

fusion_plan &fusion_plan::bias(source_place) {
    graph::add_bias(contents_->changed());
    return *this;
}

fusion_plan &fusion_plan::batch_norm(float epsilon, source_place where) {
    graph::add_batch_norm(contents_->changed(), epsilon, where);
    return *this;
}

fusion_plan &fusion_plan::activation(const std::string &words, source_place where) {
    graph::add_activation(contents_->changed(), words, where);
    return *this;
}

fusion_plan &fusion_plan::residual(source_place) {
    graph::add_residual(contents_->changed());
    return *this;
}

fusion_plan &fusion_plan::pooling(const std::string &words, source_place where) {
    graph::add_pooling(contents_->changed(), words, where);
    return *this;
}

fusion_plan &fusion_plan::gemm(int n, source_place where) {
    graph::add_gemm(contents_->changed(), n, where);
    return *this;
}

fusion_plan &fusion_plan::eltwise(const std::string &which, source_place where) {
    graph::add_eltwise(contents_->changed(), which, where);
    return *this;
}

fusion_plan &fusion_plan::softmax(source_place) {
    graph::add_softmax(contents_->changed());
    return *this;
}

const graph::shape &fusion_plan::dst_extents() const {
    return contents_->plan.extents();
}

const std::vector<fusion_argument> &fusion_plan::arguments() const {
    return contents_->plan.arguments();
}

std::vector<fusion_part> fusion_plan::parts() const {
    contents_->require_operations("parts", {});
    return contents_->parts({});
}

fusion_plan &fusion_plan::allow_parts(bool allowed) {
    contents_->allows_parts = allowed;
    return *this;
}

void fusion_plan::compile(const layer_options &opts, source_place where) {
    contents_->require_operations("compile", where);
    contents_->opts = opts;
    if (!contents_->allows_parts) {
        contents_->require_one_pass(where);
    }
    contents_->code = graph::plan_code(contents_->plan.without_weights(), opts, where);
    contents_->has_all_weights = !has_weights(contents_->plan.arguments());
}

void fusion_plan::set_weights(const network_arrays &weights, source_place where) {
    contents_->require_code("set_weights", where);
    std::map<std::string, graph::tensor> values;
    std::vector<std::string> known;
    for (const fusion_argument &one : contents_->plan.arguments()) {
        if (one.is_weight) {
            const float *data = contents_->array_of(weights, one.name, "set_weights", where);
            const auto count = graph::count_of(one.extents);
            values.emplace(one.name,
                           graph::tensor(one.extents, std::vector<float>(data, data + count)));
            known.push_back(one.name);
        }
    }
    contents_->require_known(weights, known, "set_weights", where);
    contents_->code.set_weights(contents_->plan.with_weights(values), contents_->opts, where);
    contents_->has_all_weights = true;
}

void fusion_plan::run(const network_arrays &arguments, network_elements dst,
                      source_place where) const {
    contents_->require_code("run", where);
    if (!contents_->has_all_weights) {
        throw user_error(subject, "run",
                         "has no weights; set_weights() takes " +
                             names_of(contents_->plan.arguments(), true),
                         where);
    }
    std::vector<std::string> known = {graph::plan_graph::source};
    for (const fusion_argument &one : contents_->plan.arguments()) {
        if (!one.is_weight) {
            known.push_back(one.name);
        }
    }
    std::vector<float *> sources;
    for (const std::string &name : known) {
        sources.push_back(contents_->array_of(arguments, name, "run", where));
    }
    contents_->require_known(arguments, known, "run", where);
    if (dst.data() == nullptr || dst.is_constant()) {
        throw user_error(subject, "run",
                         dst.is_constant() ? "\"dst\" is an array of constants"
                                           : "\"dst\" is null, must be memory for the result",
                         where);
    }
    contents_->code.run(sources, contents::floats_of(dst, "dst", "run", where));
}

} // namespace tiramisu::nn
