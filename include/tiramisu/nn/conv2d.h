#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/layout.h"
#include "tiramisu/nn/perf_db.h"
#include "tiramisu/options.h"

namespace tiramisu::nn {

struct conv2d_layouts {
    layout src = layout::nchw;
    layout dst = layout::nchw; ///< also of the residual
};

/// How a convolution is to be computed.
struct conv2d_options {
    conv2d_layouts layouts;
    /// A solver's name; "auto" takes what `results` know to be fastest or, if they know nothing,
    /// what a rule says (docs/layers/conv2d.md).
    std::string solver = "auto";
    /// Values of the solver's parameters, "f_vectors=2,x=14,y=28"; empty: its own choice.
    std::string configuration;
    options compiled;
    const perf_db *results = nullptr; ///< of find(); null: none
};

/// Whether a solver can do a problem.
struct solver_verdict {
    std::string solver;
    std::string why_not; ///< empty: it can
};

/// Every solver there is, in the order in which the rule asks them. Throws user_error as
/// conv2d_problem::completed().
std::vector<solver_verdict> conv2d_solvers(const conv2d_problem &problem,
                                           const conv2d_layouts &layouts = {},
                                           source_place where = source_place::current());

/// A convolution compiled into this process. Several threads may run one at once.
class conv2d {
public:
    /// Weights in the arrangement that one convolution reads; for no other one.
    class packed_weights;

    /// Throws user_error if the problem has no meaning, or if a solver or configuration that was
    /// asked for cannot do it: with the reason.
    explicit conv2d(const conv2d_problem &problem, const conv2d_options &how = {},
                    source_place where = source_place::current());
    ~conv2d();
    conv2d(conv2d &&) noexcept;
    conv2d &operator=(conv2d &&) noexcept;

    /// dst = convolution of src by weights. src, residual and dst lie as the options say, weights
    /// as oc, ic / g, kh, kw, bias is oc floats. None of them overlap. Nothing beyond
    /// element_count() floats is read or written. Null stands for a bias or residual that the
    /// problem does not have. Packs the weights anew each time. Throws user_error if a pointer is
    /// missing, error if memory runs out.
    void run(const float *src, const float *weights, const float *bias, float *dst,
             const float *residual = nullptr) const;
    /// The same with weights that were packed before.
    void run(const float *src, const packed_weights &weights, const float *bias, float *dst,
             const float *residual = nullptr) const;
    packed_weights pack(const float *weights) const;

    const conv2d_problem &problem() const;    ///< completed
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    std::size_t workspace_bytes() const;      ///< allocated by each thread while it runs

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

class conv2d::packed_weights {
public:
    packed_weights() = default;
    const float *data() const { return data_.get(); }
    std::size_t size() const { return size_; } ///< in floats

private:
    friend class conv2d;
    struct release {
        void operator()(float *memory) const;
    };
    explicit packed_weights(std::size_t size);

    std::size_t size_ = 0;
    std::unique_ptr<float[], release> data_;
};

} // namespace tiramisu::nn
