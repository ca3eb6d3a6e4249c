#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nn/framework/files/header_text.h"
#include "nn/framework/files/object_files.h"
#include "nn/framework/layer/layer_calls.h"
#include "nn/layers/conv2d_chain/chain_layers.h"
#include "nn/layers/conv2d_chain/chain_options.h"
#include "nn/layers/conv2d_chain/chain_results.h"

namespace tiramisu::nn {

/// What a class of chains is made of: a specialisation for each `Layer`, a layer<>, has
///
///     convolution     the class of its convolutions
///     chain           chain_convolutions, and what it knows of them
///     laid_out(problem, options, where)   such a chain. Throws user_error where something does not
///                                         fit
///     member_options(chain, number, options)   of a convolution
///     options_of(search options, where)        of the chains that are tried
///     member_search(chain, number, search options)   what its convolution's find() is asked for
///     write(chain, place, options)             writes object files and their headers
template <typename Layer>
struct chain_description;

/// What compiled_layer is of classes of chains: no solver computes a chain, but each convolution is
/// a layer of its own, whose code is shared as that of other layers is.
template <typename Layer>
struct compiled_chain {
    using description = chain_description<Layer>;
    using convolution = typename description::convolution;

    typename description::chain chain;
    conv2d_chain_problem completed;
    chain_layers<convolution> layers;
    std::string solver, values;

    template <typename Options>
    compiled_chain(const conv2d_chain_problem &problem, const Options &opts, source_place where);

    const conv2d_chain_problem &problem() const { return completed; }
    std::size_t workspace_bytes() const { return layers.between.bytes(); }

    // What layer<> does.

    template <typename Options>
    static std::shared_ptr<const compiled_layer<Layer>>
    of(const conv2d_chain_problem &problem, const Options &opts, source_place where) {
        return std::make_shared<const compiled_layer<Layer>>(problem, opts, where);
    }
    template <typename Options>
    static std::vector<solver_verdict> solvers(const conv2d_chain_problem &problem,
                                               const Options &opts, source_place where);
    template <typename Search>
    static std::vector<find_result> find(const conv2d_chain_problem &problem, const Search &opts,
                                         source_place where);
    template <typename Options>
    static void write_object(const conv2d_chain_problem &problem, const std::string &object,
                             const std::string &name, const Options &opts, source_place where);

    /// What find() found of each convolution.
    template <typename Search>
    static std::vector<std::vector<find_result>> find_each(const conv2d_chain_problem &problem,
                                                           const Search &opts, source_place where) {
        return found(description::laid_out(problem, description::options_of(opts, where), where),
                     opts, where);
    }

private:
    template <typename Search>
    static std::vector<std::vector<find_result>> found(const typename description::chain &chain,
                                                       const Search &opts, source_place where);
};

template <typename Layer>
template <typename Options>
compiled_chain<Layer>::compiled_chain(const conv2d_chain_problem &problem, const Options &opts,
                                      source_place where)
    : chain(description::laid_out(problem, opts, where)), completed(problem.completed(where)),
      layers(chain) {
    require_no_configuration(chain.name(), opts, where);
    if (chain.resized) {
        layers.resized.emplace(*chain.resized, options_of_resizing(opts), where);
    }
    std::vector<std::string> all_solvers, all_values;
    for (std::size_t i = 0; i < chain.count(); i++) {
        const convolution one(chain.member(i).problem, description::member_options(chain, i, opts),
                              where);
        all_solvers.push_back(one.solver());
        all_values.push_back(one.configuration());
        if (i < chain.steps.size()) {
            layers.steps.push_back(one);
        } else {
            layers.shortcut = one;
        }
    }
    solver = said_of_all(all_solvers);
    values = said_of_all(all_values);
}

template <typename Layer>
template <typename Options>
std::vector<solver_verdict> compiled_chain<Layer>::solvers(const conv2d_chain_problem &problem,
                                                           const Options &opts,
                                                           source_place where) {
    const auto chain = description::laid_out(problem, opts, where);
    std::vector<std::vector<solver_verdict>> each;
    for (std::size_t i = 0; i < chain.count(); i++) {
        each.push_back(convolution::solvers(chain.member(i).problem,
                                            description::member_options(chain, i, opts), where));
    }
    return verdicts_of_all(chain, each);
}

template <typename Layer>
template <typename Search>
std::vector<std::vector<find_result>>
compiled_chain<Layer>::found(const typename description::chain &chain, const Search &opts,
                             source_place where) {
    std::vector<std::vector<find_result>> each;
    for (std::size_t i = 0; i < chain.count(); i++) {
        each.push_back(convolution::find(chain.member(i).problem,
                                         description::member_search(chain, i, opts), where));
    }
    return each;
}

template <typename Layer>
template <typename Search>
std::vector<find_result> compiled_chain<Layer>::find(const conv2d_chain_problem &problem,
                                                     const Search &opts, source_place where) {
    const auto chain = description::laid_out(problem, description::options_of(opts, where), where);
    return fastest_of_all(chain, found(chain, opts, where));
}

template <typename Layer>
template <typename Options>
void compiled_chain<Layer>::write_object(const conv2d_chain_problem &problem,
                                         const std::string &object, const std::string &name,
                                         const Options &opts, source_place where) {
    Options asked = opts;
    asked.compiled = object_options(opts.compiled);
    const auto chain = description::laid_out(problem, asked, where);
    require_no_configuration(chain.name(), asked, where);
    const conv2d_problem &first = chain.steps.front().problem;
    require_some(first.text(), "mb", first.mb, where);
    description::write(chain, object_place::of(first.text(), object, name, where), asked);
}

} // namespace tiramisu::nn
