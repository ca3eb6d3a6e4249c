#pragma once

#include "gpu/device_array.h"

#include <memory>
#include <string>

namespace tiramisu::bench {

/// cuSPARSE's product of a sparse matrix of f32 in compressed rows and a dense one that lies row by
/// row, as does the result.
class cusparse_product {
public:
    struct sizes {
        int rows, columns, inner, elements;
    };

    /// Whether the library is there.
    static bool is_there();
    static std::string version(); ///< empty if it is not

    cusparse_product(const sizes &of, const device_array &starts, const device_array &columns,
                     const device_array &values, const device_array &dense, device_array &result);
    ~cusparse_product();
    cusparse_product(const cusparse_product &) = delete;
    cusparse_product &operator=(const cusparse_product &) = delete;

    void run() const;

private:
    struct descriptors;
    std::unique_ptr<descriptors> described_;
};

} // namespace tiramisu::bench
