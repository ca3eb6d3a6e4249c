#include "tune/works/families.h"

namespace tiramisu::bench {

void keep(const computation &values, buffer &in) {
    computation stored = values;
    stored.store_in(&in);
}

std::vector<tuned_work> tuned_works() {
    std::vector<tuned_work> all;
    for (const auto family :
         {product_works, convolution_works, depthwise_works, transposed_convolution_works,
          row_works, stencil_works, factorization_works}) {
        for (tuned_work &one : family()) {
            all.push_back(std::move(one));
        }
    }
    return all;
}

} // namespace tiramisu::bench
