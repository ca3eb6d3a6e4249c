#include "gpu/sparse_data.h"

#include "gpu/sparse_convolution.h"

#include <algorithm>

namespace tiramisu::bench {

namespace {

std::size_t place_in(const std::array<int, 4> &e, int a, int b, int c, int d) {
    const int row = (a * e[1] + b) * e[2] + c;
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(e[3]) +
           static_cast<std::size_t>(d);
}

std::size_t count_of(const std::array<int, 4> &e) {
    return place_in(e, e[0], 0, 0, 0);
}

/// Images with their zeros around them.
std::vector<float> padded(const nn::conv2d_problem &p, const std::vector<float> &source) {
    const std::array<int, 4> to = padded_extents(p), from = p.src_extents();
    std::vector<float> made(count_of(to), 0.0f);
    for (int n = 0; n < p.mb; n++) {
        for (int c = 0; c < p.ic; c++) {
            // The last rows and columns meet no element of the kernel where strides leave them out.
            for (int y = 0; y < std::min(p.ih, to[2] - p.ph); y++) {
                for (int x = 0; x < std::min(p.iw, to[3] - p.pw); x++) {
                    made[place_in(to, n, c, y + p.ph, x + p.pw)] =
                        source[place_in(from, n, c, y, x)];
                }
            }
        }
    }
    return made;
}

/// How far behind a pixel's first element each weight's element lies.
std::vector<std::int32_t> places_of(const nn::conv2d_problem &p,
                                    const sparse::csr_matrix &weights) {
    const std::array<int, 4> e = padded_extents(p);
    std::vector<std::int32_t> made;
    for (const sparse::coo_element &one : weights.to_coo()) {
        const int area = p.kh * p.kw, c = one.column / area, inside = one.column % area;
        made.push_back(static_cast<std::int32_t>(
            place_in(e, 0, c, inside / p.kw * (p.dh + 1), inside % p.kw * (p.dw + 1))));
    }
    return made;
}

/// What elements of the kernel meet, a row each, for all pixels of an image.
std::vector<float> gathered(const nn::conv2d_problem &p, const std::vector<float> &images) {
    const std::array<int, 4> e = padded_extents(p);
    std::vector<float> made;
    made.reserve(static_cast<std::size_t>(p.ic * p.kh * p.kw) *
                 static_cast<std::size_t>(p.oh * p.ow));
    for (int row = 0; row < p.ic * p.kh * p.kw; row++) {
        const int c = row / (p.kh * p.kw), ky = row / p.kw % p.kh, kx = row % p.kw;
        for (int pixel = 0; pixel < p.oh * p.ow; pixel++) {
            made.push_back(images[place_in(e, 0, c, pixel / p.ow * p.sh + ky * (p.dh + 1),
                                           pixel % p.ow * p.sw + kx * (p.dw + 1))]);
        }
    }
    return made;
}

} // namespace

struct sparse_convolution_on_device::product_arrays {
    device_array columns, dense, result;
    std::unique_ptr<cusparse_product> product; ///< made when its result is first asked for

    product_arrays(const std::string &device, const std::vector<std::int32_t> &column_indices,
                   const std::vector<float> &met, std::size_t results)
        : columns(device, column_indices), dense(device, met), result(device, no_floats(results)) {}
};

sparse_convolution_on_device::sparse_convolution_on_device(const gpu_place &where,
                                                           const nn::conv2d_problem &problem,
                                                           const sparse::csr_matrix &weights)
    : where_(where), weights_(weights),
      dense_(std::make_shared<convolution_on_device>(where, problem, weights.to_dense())),
      starts_(where.device, weights.row_starts()),
      places_(where.device, places_of(problem, weights)), values_(where.device, weights.values()),
      padded_source_(where.device, padded(problem, dense_->source())),
      result_(where.device, no_floats(count_of(problem.conv_extents()))) {}

std::vector<device_array *> sparse_convolution_on_device::arguments() {
    return {&starts_, &places_, &values_, &padded_source_, &result_};
}

device_contender sparse_convolution_on_device::cusparse_peer() {
    device_contender one;
    one.name = "cusparse";
    const nn::conv2d_problem &p = dense_->problem();
    if (!cusparse_product::is_there() || p.mb != 1) {
        return one;
    }
    product_ =
        std::make_shared<product_arrays>(where_.device, weights_.column_indices(),
                                         gathered(p, padded(p, dense_->source())), result_.size());
    one.result = &product_->result;
    one.work = [this, &p] {
        if (product_->product == nullptr) {
            product_->product = std::make_unique<cusparse_product>(
                cusparse_product::sizes{p.oc, p.oh * p.ow, weights_.columns(), weights_.nonzeros()},
                starts_, product_->columns, values_, product_->dense, product_->result);
        }
        product_->product->run();
    };
    return one;
}

} // namespace tiramisu::bench
