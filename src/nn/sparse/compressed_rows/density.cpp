#include "nn/sparse/compressed_rows/density.h"

#include <iomanip>
#include <locale>
#include <sstream>

#include "nn/framework/problem/numbers.h"

namespace tiramisu::nn {

std::string density_key(double density) {
    std::ostringstream key;
    key.imbue(std::locale::classic());
    key << " density=" << std::setprecision(2) << density;
    return key.str();
}

void check_density(const std::string &subject, double density, source_place where) {
    if (!(density >= 0 && density <= 1)) {
        throw user_error(subject, "density",
                         "is " + std::to_string(density) + ", must be from 0 to 1", where);
    }
}

void require_size(const std::string &subject, const std::string &call,
                  const sparse::csr_matrix &weights, int rows, int columns,
                  const std::string &wanted, source_place where) {
    if (weights.rows() != rows || weights.columns() != columns) {
        throw user_error(subject, call,
                         "weights are " + size_text(weights.rows(), weights.columns()) +
                             ", must be " + wanted + " = " + size_text(rows, columns),
                         where);
    }
}

} // namespace tiramisu::nn
