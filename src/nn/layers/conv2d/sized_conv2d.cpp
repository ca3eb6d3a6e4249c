#include "tiramisu/nn/sized_conv2d.h"

#include <algorithm>
#include <array>
#include <list>
#include <mutex>
#include <optional>
#include <vector>

#include "support/background_thread.h"

namespace tiramisu::nn {

namespace {

conv2d_options for_any_sizes(conv2d_options opts) {
    opts.any_batch = opts.any_size = true;
    opts.solver = "auto"; // that of exact sizes may not take any
    opts.configuration.clear();
    return opts;
}

conv2d_options for_exact_sizes(conv2d_options opts) {
    opts.any_batch = opts.any_size = false;
    return opts;
}

std::size_t at_least_one(std::size_t most_sizes, const conv2d_problem &problem,
                         source_place where) {
    if (most_sizes == 0) {
        throw user_error("problem \"" + problem.text() + "\"", "sized_conv2d",
                         "code of 0 sizes is to be kept, must be at least 1", where);
    }
    return most_sizes;
}

} // namespace

struct sized_conv2d::state {
    /// With weights in its own arrangement.
    struct ready_conv2d {
        conv2d layer;
        layer_weights weights;

        ready_conv2d(const conv2d_problem &problem, const conv2d_options &opts,
                     const_elements plain, source_place where)
            : layer(problem, opts, where), weights(layer.pack(plain, where)) {}
    };

    /// Of one choice of sizes.
    struct sized_code {
        std::array<int, 3> of;                     ///< images, height, width
        std::shared_ptr<const ready_conv2d> exact; ///< null: it is not made yet
        bool failed = false;
    };

    using image_key = std::array<int, 3>;

    conv2d_options opts;
    std::size_t most_sizes;
    ready_conv2d general;
    std::vector<unsigned char> weights;
    element_type weights_type;

    std::mutex changing;
    std::list<sized_code> codes;      ///< what was called last comes first
    support::background_thread maker; ///< last: it ends before what it changes

    state(const conv2d_problem &problem, const_elements plain, const conv2d_options &asked,
          std::size_t most, source_place where)
        : opts(for_exact_sizes(asked)), most_sizes(at_least_one(most, problem, where)),
          general(problem, for_any_sizes(asked), plain, where), weights_type(plain.type()) {
        const conv2d_problem &p = general.layer.problem();
        const auto count = static_cast<std::size_t>(p.oc) * static_cast<std::size_t>(p.ic / p.g) *
                           static_cast<std::size_t>(p.kh) * static_cast<std::size_t>(p.kw);
        const auto *const first = static_cast<const unsigned char *>(plain.data());
        weights.assign(first, first + count * bytes_of(weights_type));
    }

    const_elements plain_weights() const { return {weights.data(), weights_type}; }

    std::list<sized_code>::iterator find(const image_key &images) {
        return std::find_if(codes.begin(), codes.end(),
                            [&](const sized_code &one) { return one.of == images; });
    }

    /// Null: there is none yet. What makes it is asked for then, once.
    std::shared_ptr<const ready_conv2d> exact_for(const image_sizes &images,
                                                  const conv2d_problem &problem) {
        const std::lock_guard<std::mutex> lock(changing);
        const image_key of = {images.mb, images.ih, images.iw};
        const auto known = find(of);
        if (known != codes.end()) {
            codes.splice(codes.begin(), codes, known);
            return codes.front().exact;
        }
        codes.push_front({of, nullptr, false});
        if (codes.size() > most_sizes) {
            codes.pop_back();
        }
        maker.add([this, of, problem] { make(of, problem); });
        return nullptr;
    }

    bool is_wanted(const image_key &of) {
        const std::lock_guard<std::mutex> lock(changing);
        return find(of) != codes.end();
    }

    /// Calls go on with the code for any size where something is wrong: memory may be short, or the
    /// process may end.
    void make(const image_key &of, const conv2d_problem &problem) {
        if (!is_wanted(of)) {
            return;
        }
        std::shared_ptr<const ready_conv2d> made;
        try {
            made = std::make_shared<const ready_conv2d>(problem, opts, plain_weights(),
                                                        source_place::current());
        } catch (const std::exception &) {
            made = nullptr;
        }
        const std::lock_guard<std::mutex> lock(changing);
        const auto known = find(of);
        if (known != codes.end()) {
            known->exact = made;
            known->failed = made == nullptr;
        }
    }
};

sized_conv2d::sized_conv2d(const conv2d_problem &problem, const_elements weights,
                           const conv2d_options &opts, std::size_t most_sizes, source_place where)
    : state_(std::make_unique<state>(problem, weights, opts, most_sizes, where)) {}

sized_conv2d::~sized_conv2d() = default;
sized_conv2d::sized_conv2d(sized_conv2d &&) noexcept = default;
sized_conv2d &sized_conv2d::operator=(sized_conv2d &&) noexcept = default;

void sized_conv2d::run(const image_sizes &images, const_elements src, const_elements bias,
                       elements dst, const_elements residual, source_place where) const {
    const conv2d_problem problem = state_->general.layer.for_images(images, where);
    if (const auto exact = problem.mb > 0 ? state_->exact_for(images, problem) : nullptr) {
        exact->layer.run(src, exact->weights, bias, dst, residual, where);
    } else {
        state_->general.layer.run(images, src, state_->general.weights, bias, dst, residual, where);
    }
}

conv2d_problem sized_conv2d::for_images(const image_sizes &images, source_place where) const {
    return state_->general.layer.for_images(images, where);
}

void sized_conv2d::finish() const {
    state_->maker.finish();
}

sized_conv2d_counts sized_conv2d::counts() const {
    const std::lock_guard<std::mutex> lock(state_->changing);
    sized_conv2d_counts all;
    for (const state::sized_code &one : state_->codes) {
        std::size_t &count = one.exact != nullptr ? all.exact
                             : one.failed         ? all.general
                                                  : all.waiting;
        count++;
    }
    return all;
}

} // namespace tiramisu::nn
