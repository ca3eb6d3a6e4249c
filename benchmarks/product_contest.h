#pragma once

#include <functional>
#include <vector>

#include "contest.h"
#include "peers/sgemm.h"

namespace tiramisu::bench {

/// One product of random matrices, by us and by the libraries.
class product_contest {
public:
    using multiplication = std::function<void(float *a, float *b, float *c)>;

    explicit product_contest(product_sizes sizes);

    /// For each number of threads.
    void run(session &here, const std::string &id, const std::string &variant,
             const multiplication &ours);
    /// For one number of threads.
    void run(session &here, const std::string &id, const std::string &variant,
             const multiplication &ours, int threads);

private:
    product_sizes sizes_;
    std::vector<float> a_, b_, c_, c_of_peer_;
    std::vector<double> reference_;
};

} // namespace tiramisu::bench
