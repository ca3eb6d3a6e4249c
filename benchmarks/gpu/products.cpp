#include "accuracy.h"
#include "gpu/cublas.h"
#include "gpu/device_problem.h"
#include "gpu/product.h"

namespace tiramisu::bench {

namespace {

std::size_t count(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// One product of random matrices on the device.
class product_on_device {
public:
    product_on_device(const gpu_place &where, product_sizes sizes)
        : sizes_(sizes), a_(random_floats(count(sizes.m, sizes.k), 1)),
          b_(random_floats(count(sizes.k, sizes.n), 2)), a_on_device_(where.device, a_),
          b_on_device_(where.device, b_), c_(where.device, no_floats(count(sizes.m, sizes.n))) {}

    std::vector<device_array *> arguments() { return {&a_on_device_, &b_on_device_, &c_}; }

    expected_elements expected() const {
        expected_elements made;
        made.places = sampled_places(c_.size(), 2000);
        for (const std::size_t at : made.places) {
            const std::size_t row = at / static_cast<std::size_t>(sizes_.n),
                              column = at % static_cast<std::size_t>(sizes_.n);
            double sum = 0;
            for (std::size_t step = 0; step < static_cast<std::size_t>(sizes_.k); step++) {
                sum += static_cast<double>(a_[row * static_cast<std::size_t>(sizes_.k) + step]) *
                       static_cast<double>(b_[step * static_cast<std::size_t>(sizes_.n) + column]);
            }
            made.values.push_back(sum);
        }
        return made;
    }

    std::vector<device_contender> peers() {
        return cublas_products(sizes_, a_on_device_, b_on_device_, c_);
    }

private:
    product_sizes sizes_;
    std::vector<float> a_, b_;
    device_array a_on_device_, b_on_device_, c_;
};

/// Tiles that leave every multiprocessor a block, if there are such; the largest ones move the
/// fewest bytes.
std::vector<device_tiles> product_tiles(product_sizes s) {
    if (count(s.m, s.n) >= count(2048, 2048)) {
        return {{128, 128, 16, 8, 8}};
    }
    if (count(s.m, s.n) >= count(1024, 1024)) {
        return {{128, 64, 16, 8, 8}, {64, 64, 16, 8, 4}};
    }
    return {{64, 32, 16, 4, 4}, {32, 32, 32, 4, 4}};
}

std::vector<device_schedule> schedules_of(product_sizes s, const std::vector<device_tiles> &tiles) {
    std::vector<device_schedule> all;
    for (const device_tiles &t : tiles) {
        all.push_back({t.text(), [s, t] { return device_product(s, t); }});
    }
    return all;
}

device_problem problem(const std::string &id, product_sizes s,
                       const std::vector<device_tiles> &tiles, problem_use use) {
    const double bytes =
        4.0 * static_cast<double>(count(s.m, s.k) + count(s.k, s.n) + count(s.m, s.n));
    const auto prepare = [s](const gpu_place &where) {
        const auto data = std::make_shared<product_on_device>(where, s);
        prepared_problem made;
        made.data = data;
        made.arguments = data->arguments();
        made.expected = data->expected();
        if (where.is_timed()) {
            made.peers = data->peers();
        }
        return made;
    };
    return {id, use, s.operations(), bytes, schedules_of(s, tiles), prepare};
}

} // namespace

std::vector<device_problem> product_problems(const problem_filter &is_run) {
    std::vector<device_problem> all;
    const auto add = [&](const std::string &id, product_sizes s,
                         const std::vector<device_tiles> &tiles, problem_use use) {
        if (is_run(id, use)) {
            all.push_back(problem(id, s, tiles, use));
        }
    };
    add("gemm_check", {70, 36, 44}, {{16, 16, 8, 4, 4}}, problem_use::check);
    for (const int size : {512, 1024, 2048, 4096}) {
        const product_sizes sizes = {size, size, size};
        add("gemm_" + std::to_string(size), sizes, product_tiles(sizes),
            size == 512 ? problem_use::full : problem_use::quick);
    }
    return all;
}

} // namespace tiramisu::bench
