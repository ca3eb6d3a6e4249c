#include "tiramisu/nn/layer_kinds.h"

#include <algorithm>

#include "nn/kinds/kinds.h"
#include "support/immortal.h"
#include "support/joined_names.h"
#include "support/nearest_name.h"

namespace tiramisu::nn {

namespace {

kind_list all_kinds() {
    kind_list all;
    for (const auto add :
         {add_conv2d_backward_data_kinds, add_conv2d_chain_kinds, add_conv2d_kinds, add_gemm_kinds,
          add_recurrent_kinds, add_sparse_conv2d_chain_kinds, add_sparse_conv2d_kinds,
          add_sparse_recurrent_kinds, add_spmm_kinds, add_tensor_kinds}) {
        add(all);
    }
    std::sort(all.begin(), all.end(),
              [](const auto &left, const auto &right) { return left->name() < right->name(); });
    return all;
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const layer_kind *const one : layer_kinds()) {
        all.push_back(one->name());
    }
    return all;
}

} // namespace

const std::vector<const layer_kind *> &layer_kinds() {
    static const kind_list &owned = support::immortal<kind_list>(all_kinds());
    static const std::vector<const layer_kind *> &all =
        support::immortal<std::vector<const layer_kind *>>([] {
            std::vector<const layer_kind *> pointers;
            for (const auto &one : owned) {
                pointers.push_back(one.get());
            }
            return pointers;
        }());
    return all;
}

const layer_kind &kind_of(const std::string &text, source_place where) {
    const std::string first = text.substr(0, text.find(' '));
    for (const layer_kind *const one : layer_kinds()) {
        if (one->name() == first) {
            return *one;
        }
    }
    throw user_error("layer \"" + text + "\"", "",
                     "does not begin with the name of a kind, which are " +
                         support::joined(names()) + support::perhaps_meant(first, names()),
                     where);
}

} // namespace tiramisu::nn
