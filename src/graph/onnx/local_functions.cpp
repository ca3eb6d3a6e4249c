#include "graph/onnx/local_functions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace tiramisu::graph {

namespace {

using node_list = google::protobuf::RepeatedPtrField<onnx::Node>;

constexpr int deepest = 64;                     // functions that call functions
constexpr std::size_t most_bytes = 256U << 20U; // of what calls become

std::string domain_of(const std::string &domain) {
    return domain == "ai.onnx" ? "" : domain;
}

/// Opsets from which on an operator means something else with the same attributes and inputs.
constexpr int changing_opsets[] = {11, 13, 20, 21};

bool mean_the_same(std::int64_t one, std::int64_t other) {
    return std::none_of(std::begin(changing_opsets), std::end(changing_opsets),
                        [&](int opset) { return (one < opset) != (other < opset); });
}

/// Of a function, and of nodes that call it.
template <typename Message>
std::string key_of(const Message &one, const std::string &name) {
    return domain_of(one.domain()) + ":" + name + ":" + one.overload();
}

std::string subject_of(const onnx::Function &one) {
    return "function \"" + one.domain() + "." + one.name() + "\"";
}

/// Nodes of a function for one of its calls: values have the names that they have there, or, those
/// that are the function's own, names of their own.
class function_body {
public:
    function_body(const onnx::Function &function, const onnx::Node &call, std::string place)
        : function_(function), place_(std::move(place)) {
        for (int i = 0; i < function.input_size(); i++) {
            names_[function.input(i)] = i < call.input_size() ? call.input(i) : "";
        }
        for (int i = 0; i < function.output_size() && i < call.output_size(); i++) {
            add_output(function.output(i), call.output(i));
        }
        for (const onnx::Attribute &one : function.attribute_proto()) {
            attributes_[one.name()] = one;
        }
        for (const onnx::Attribute &one : call.attribute()) {
            attributes_[one.name()] = one;
        }
    }

    node_list nodes() const {
        node_list made = function_.node();
        for (onnx::Node &one : made) {
            adapt(one);
        }
        made.MergeFrom(copies_);
        return made;
    }

private:
    const onnx::Function &function_;
    std::string place_;
    std::map<std::string, std::string> names_;
    std::map<std::string, onnx::Attribute> attributes_;
    node_list copies_; ///< of inputs that are outputs, too, and of outputs that are there twice

    void add_output(const std::string &inside, const std::string &outside) {
        if (outside.empty()) {
            return;
        }
        const auto [known, is_new] = names_.emplace(inside, outside);
        if (!is_new) {
            onnx::Node &copy = *copies_.Add();
            copy.set_op_type("Identity");
            copy.add_input(known->second);
            copy.add_output(outside);
        }
    }

    std::string renamed(const std::string &name) const {
        const auto known = names_.find(name);
        return name.empty() ? "" : known != names_.end() ? known->second : place_ + name;
    }

    void rename(google::protobuf::RepeatedPtrField<std::string> &names) const {
        for (std::string &one : names) {
            one = renamed(one);
        }
    }

    void adapt(onnx::Node &one) const {
        one.set_name(place_ + one.name());
        rename(*one.mutable_input());
        rename(*one.mutable_output());
        google::protobuf::RepeatedPtrField<onnx::Attribute> given;
        for (onnx::Attribute &attribute : *one.mutable_attribute()) {
            if (refer(attribute)) {
                given.Add()->Swap(&attribute);
            }
        }
        one.mutable_attribute()->Swap(&given);
    }

    /// An attribute that is one of the function's becomes what that is; false: that is not given.
    bool refer(onnx::Attribute &one) const {
        if (one.has_ref_attr_name() && !one.ref_attr_name().empty()) {
            const auto found = attributes_.find(one.ref_attr_name());
            if (found == attributes_.end()) {
                return false;
            }
            const std::string name = one.name();
            one = found->second; // of the caller: names in it are those there
            one.set_name(name);
        } else if (one.has_g()) {
            adapt(*one.mutable_g());
        }
        return true;
    }

    void adapt(onnx::Graph &inside) const {
        for (onnx::Tensor &one : *inside.mutable_initializer()) {
            one.set_name(renamed(one.name()));
        }
        for (onnx::SparseTensor &one : *inside.mutable_sparse_initializer()) {
            one.mutable_values()->set_name(renamed(one.values().name()));
        }
        for (auto *const values : {inside.mutable_input(), inside.mutable_output()}) {
            for (onnx::Value &one : *values) {
                one.set_name(renamed(one.name()));
            }
        }
        for (onnx::Node &one : *inside.mutable_node()) {
            adapt(one);
        }
    }
};

class function_inliner {
public:
    function_inliner(const onnx::Model &model, problem_list &problems) : problems_(problems) {
        for (const onnx::OperatorSet &one : model.opset_import()) {
            opsets_[domain_of(one.domain())] = one.version();
        }
        for (const onnx::Function &one : model.functions()) {
            if (!functions_.emplace(key_of(one, one.name()), &one).second) {
                problems_.add(subject_of(one), "is there twice");
            }
        }
    }

    void put_into(onnx::Graph &graph, int depth) {
        node_list made;
        for (onnx::Node &one : *graph.mutable_node()) {
            add(one, made, depth);
        }
        graph.mutable_node()->Swap(&made);
    }

private:
    problem_list &problems_;
    std::map<std::string, std::int64_t> opsets_;
    std::map<std::string, const onnx::Function *> functions_;
    std::set<const onnx::Function *> refused_; ///< and told
    int calls_ = 0;
    std::size_t bytes_ = 0; ///< of the functions, once for each call

    void add(onnx::Node &one, node_list &to, int depth) {
        const auto known = functions_.find(key_of(one, one.op_type()));
        if (known != functions_.end() && fits(*known->second, one, depth)) {
            const std::string place = one.op_type() + "@" + std::to_string(++calls_) + "/";
            for (onnx::Node &inside : function_body(*known->second, one, place).nodes()) {
                add(inside, to, depth + 1);
            }
            return;
        }
        for (onnx::Attribute &attribute : *one.mutable_attribute()) {
            if (attribute.has_g()) {
                put_into(*attribute.mutable_g(), depth);
            }
        }
        to.Add()->Swap(&one);
    }

    bool fits(const onnx::Function &function, const onnx::Node &call, int depth) {
        bytes_ += function.ByteSizeLong();
        if (depth >= deepest || bytes_ > most_bytes) {
            refuse(function, depth >= deepest ? "is called inside of " + std::to_string(deepest) +
                                                    " functions: no function may call itself"
                                              : "is one of those whose calls become more than " +
                                                    std::to_string(most_bytes) + " bytes");
            return false;
        }
        if (call.input_size() > function.input_size() ||
            call.output_size() > function.output_size()) {
            problems_.add("node \"" + call.name() + "\" (" + call.domain() + "." + call.op_type() +
                              ")",
                          "has " + std::to_string(call.input_size()) + " inputs and " +
                              std::to_string(call.output_size()) + " outputs, its function has " +
                              std::to_string(function.input_size()) + " and " +
                              std::to_string(function.output_size()));
            return false;
        }
        return has_known_opset(function);
    }

    /// Operators mean what they mean in the network's opset.
    bool has_known_opset(const onnx::Function &function) {
        for (const onnx::OperatorSet &one : function.opset_import()) {
            const bool is_own = domain_of(one.domain()).empty();
            if (is_own && !mean_the_same(one.version(), opsets_[""])) {
                refuse(function, "is of opset " + std::to_string(one.version()) +
                                     ", supported is the network's, " +
                                     std::to_string(opsets_[""]) +
                                     ", or one in which operators mean the same");
                return false;
            }
        }
        return true;
    }

    void refuse(const onnx::Function &function, const std::string &problem) {
        if (refused_.insert(&function).second) {
            problems_.add(subject_of(function), problem);
        }
    }
};

} // namespace

void inline_functions(onnx::Model &model, problem_list &problems) {
    if (model.functions_size() > 0) {
        function_inliner(model, problems).put_into(*model.mutable_graph(), 0);
    }
}

} // namespace tiramisu::graph
