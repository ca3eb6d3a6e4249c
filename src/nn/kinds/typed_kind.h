#pragma once

#include <utility>

#include "nn/kinds/named_memory.h"
#include "nn/kinds/option_words.h"
#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu::nn {

/// What a text says: a problem, and the options that are not those of all layers.
template <typename Problem, typename Options>
struct layer_request {
    Problem problem;
    Options opts;
};

/// A layer of a class, which `Kind`, a description of its texts, knows:
///
///     layer, request                               the class; what its texts say
///     name, example, option_keys                   of its texts
///     read(words)                                  the request of a text
///     text(request)                                its text, of a request whose problem is
///                                                  completed
///     search(request, search_options)              what the class's find() is asked for
///     arguments(request)                           of its problem, completed
///     pack(layer, weights, where)                  a shared pointer; null where it packs nothing
///     prepare(layer, memory, packed, execution, where)   an invocation
template <typename Kind>
class typed_layer : public any_layer {
public:
    typed_layer(const Kind &kind, const typename Kind::request &request, source_place where)
        : kind_(kind), request_(request), layer_(request.problem, request.opts, where) {
        request_.problem = layer_.problem();
    }

    std::string text() const override { return kind_.text(request_); }
    const std::string &solver() const override { return layer_.solver(); }
    const std::string &configuration() const override { return layer_.configuration(); }
    std::size_t workspace_bytes() const override { return layer_.workspace_bytes(); }
    std::vector<layer_argument> arguments() const override { return kind_.arguments(request_); }

    any_weights pack(const_elements weights, source_place where) const override {
        named_memory::require_weights(text(), arguments(), weights, where);
        return {made_for(), kind_.pack(layer_, weights, where)};
    }

    invocation prepare(const layer_memory &memory, const any_weights &weights,
                       const execution &opts, source_place where) const override {
        const named_memory named(text(), arguments(), memory, where);
        named.require_packed(weights, made_for());
        return kind_.prepare(layer_, named, weights.packed(), opts, where);
    }

private:
    Kind kind_;
    typename Kind::request request_;
    typename Kind::layer layer_;

    std::string made_for() const { return text() + " solver=" + solver() + " " + configuration(); }
};

template <typename Kind>
class typed_kind : public layer_kind {
public:
    explicit typed_kind(const Kind &kind = {}) : kind_(kind) {}

    std::string name() const override { return kind_.name(); }
    std::string example() const override { return kind_.example(); }

    std::vector<solver_verdict> solvers(const std::string &text,
                                        source_place where) const override {
        const auto request = read(text, where);
        return Kind::layer::solvers(request.problem, request.opts, where);
    }
    std::unique_ptr<any_layer> make(const std::string &text, const layer_options &opts,
                                    source_place where) const override {
        return std::make_unique<typed_layer<Kind>>(kind_, read(text, opts, where), where);
    }
    std::vector<find_result> find(const std::string &text, const search_options &opts,
                                  source_place where) const override {
        const auto request = read(text, where);
        return Kind::layer::find(request.problem, kind_.search(request, opts), where);
    }
    void write_object(const std::string &text, const std::string &object, const std::string &name,
                      const layer_options &opts, source_place where) const override {
        const auto request = read(text, opts, where);
        Kind::layer::write_object(request.problem, object, name, request.opts, where);
    }

private:
    Kind kind_;

    typename Kind::request read(const std::string &text, source_place where) const {
        return kind_.read(option_words(text, kind_.option_keys(), where));
    }
    typename Kind::request read(const std::string &text, const layer_options &opts,
                                source_place where) const {
        typename Kind::request made = read(text, where);
        static_cast<layer_options &>(made.opts) = opts;
        return made;
    }
};

} // namespace tiramisu::nn
