#include "named_functions.o.h"

#include "buffers.h"

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90);
    using function = double (*)(double);
    const function functions[] = {std::sqrt,      std::exp,  std::log,  std::sin,   std::cos,
                                  std::tan,       std::asin, std::acos, std::atan,  std::sinh,
                                  std::cosh,      std::tanh, std::fabs, std::floor, std::ceil,
                                  std::nearbyint, std::trunc};
    const int count = sizeof(functions) / sizeof(functions[0]);
    array<double> x = filled<double>({N}, [=](int k) { return (k + 0.5) / N; });
    array<double> y = zeros<double>({N, count}), expected = zeros<double>({N, count});
    for (int f = 0; f < count; f++) {
        for (int i = 0; i < N; i++) {
            expected(i, f) = functions[f](x(i));
        }
    }
    named_functions(x, y);
    compare_buffers_approximately("named_functions", y, expected, 1e-12f);
}
