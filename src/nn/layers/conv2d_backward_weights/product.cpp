#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d/patch_element.h"
#include "nn/layers/conv2d_backward_weights/image_copy.h"
#include "nn/layers/conv2d_backward_weights/solvers.h"
#include "nn/layers/gemm/blocked_product.h"

namespace tiramisu::nn {

namespace {

product_sizes sizes_of(const backward_weights_task &task) {
    const conv2d_task of = convolution_of(task);
    const conv2d_problem &p = of.problem;
    return {of.filters(), of.channels() * p.kh * p.kw, p.mb * p.oh * p.ow};
}

/// What a row of the patches stands for.
struct position {
    expr n, q, y, x;

    position(const conv2d_problem &p, const expr &i)
        : n(p.mb == 1 ? expr(0) : i / (p.oh * p.ow)), q(p.mb == 1 ? i : i % (p.oh * p.ow)),
          y(q / p.ow), x(q % p.ow) {}
};

/// Sums of the blocks of positions, column by column, until they are complete.
class product_sums {
public:
    product_sums(const product_sizes &sizes, const var &g, int groups)
        : g_(g), memory_("product", {groups, sizes.m, sizes.n}, p_float32, a_temporary),
          values_("product_sums", {g, var("i", 0, sizes.m), var("j", 0, sizes.n)}, p_float32) {
        values_.store_in(&memory_);
    }

    void store(computation &part, const expr &i, const expr &j) const {
        buffer memory = memory_;
        part.store_in(&memory, {g_, i, j});
    }
    const input &values() const { return values_; }

private:
    var g_;
    buffer memory_;
    view values_;
};

void schedule_copy(const conv2d_task &of, const conv2d_iterators &at, const padded_src &padded) {
    if (!padded.copy) {
        return;
    }
    padded.copy->init().parallelize(of.problem.mb >= of.target.threads ? at.n : var("sy"));
    if (padded.has_image) {
        schedule_channels(of, at, padded.copy->update(0));
    }
}

void store_as_weights(const conv2d_task &of, const conv2d_iterators &at, const product_sums &sums,
                      const backward_weights_tensors &tensors) {
    const conv2d_problem &p = of.problem;
    computation result("result", {at.g, at.f, at.c, at.ky, at.kx},
                       sums.values()(at.g, at.f, (at.ky * p.kw + at.kx) * of.channels() + at.c));
    tensors.store_weight(result, {at.g, at.f, at.c, at.ky, at.kx});
    result.parallelize(p.g >= of.target.threads ? at.g : at.f);
}

} // namespace

std::size_t product_backward_weights::workspace_bytes(const task &of,
                                                      const configuration &chosen) const {
    const conv2d_problem &p = of.problem;
    const product_sizes sizes = sizes_of(of);
    const product_blocks blocking(sizes, of.target.lanes, chosen);
    const auto product = [](int one, int other) {
        return static_cast<std::size_t>(one) * static_cast<std::size_t>(other);
    };
    const std::size_t padded =
        product(p.mb * p.ic, rows_met(p, p.oh)) * static_cast<std::size_t>(columns_met(p, p.ow));
    return blocking.a_bytes() + blocking.b_bytes() +
           sizeof(float) * (padded + product(p.g * sizes.m, sizes.n));
}

std::vector<tunable> product_backward_weights::tunables(const task &of) const {
    return product_tunables(sizes_of(of), of.target);
}

configuration product_backward_weights::default_configuration(const task &of) const {
    return default_product_blocks(sizes_of(of), of.target);
}

program product_backward_weights::generate(const task &of, const configuration &chosen,
                                           const std::string &name) const {
    const conv2d_task convolution = convolution_of(of);
    const product_sizes sizes = sizes_of(of);
    const product_blocks blocking(sizes, of.target.lanes, chosen);
    const function_scope scope(name);
    const conv2d_iterators at(convolution);
    const backward_weights_tensors tensors(of, at);
    const padded_src padded(convolution, at, tensors.src,
                            of.problem.format == layout::nchw ? padded_src::copies::always
                                                              : padded_src::copies::where_needed,
                            padded_src::order::channels_last);
    const product_sums sums(sizes, at.g, of.problem.g);
    product_elements product;
    product.outer = {at.g};
    product.a = [&](const expr &i, const expr &p) -> expr {
        const position where(of.problem, p);
        return tensors.diff_dst(where.n, at.g, i, where.q);
    };
    product.b = [&](const expr &p, const expr &j) {
        const conv2d_problem &sized = of.problem;
        const position where(sized, p);
        const patch_element what(convolution, j);
        return padded.element(where.n, at.g, what.c, where.y * sized.sh + what.ky * (sized.dh + 1),
                              where.x * sized.sw + what.kx * (sized.dw + 1));
    };
    product.start = [](const expr &, const expr &) { return expr(0.0f); };
    product.scaled = [](const expr &sum) { return sum; };
    product.finished = [](const expr &sum, const expr &, const expr &) { return sum; };
    product.c_before = sums.values();
    product.prefetches_c = false; // a temporary, which lies close by
    product.c_place = [&](const expr &i, const expr &j) -> std::vector<expr> {
        return {at.g, i, j};
    };
    product.store_in_c = [&](computation &part, const expr &i, const expr &j) {
        sums.store(part, i, j);
    };
    write_blocked_product(blocking, product);
    schedule_copy(convolution, at, padded);
    store_as_weights(convolution, at, sums, tensors);
    return {scope.get(), tensors.arguments()};
}

} // namespace tiramisu::nn
