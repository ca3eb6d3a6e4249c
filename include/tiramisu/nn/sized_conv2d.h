#pragma once

#include <cstddef>
#include <memory>

#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// What becomes of the sizes that a sized_conv2d was called with.
struct sized_conv2d_counts {
    std::size_t exact = 0;   ///< sizes that have code of their own
    std::size_t waiting = 0; ///< sizes whose code is being made, or waits for that
    std::size_t general = 0; ///< sizes that stay with the code for any size: theirs failed
};

/// A convolution of images whose number and size change from call to call. A call with sizes that
/// were not there before is answered at once, by code for any size (conv2d_options::any_size);
/// code for just these sizes, which is faster, is made meanwhile by a thread of the lowest priority
/// (or found on disk, see layer_cache.h), and takes its place when it is ready. Several threads may
/// run one at once.
class sized_conv2d {
public:
    /// `problem`: images of this number and size are what the code for any size is cut for.
    /// `weights` as conv2d::pack() takes them; they are copied. any_batch and any_size of the
    /// options are set, whatever they say; the solver of the options is that of exact sizes, and
    /// its `results` outlive the object. Of
    /// more than `most_sizes` sizes, code of those that were not called for longest is forgotten.
    /// Throws as conv2d and conv2d::pack(); user_error if no solver takes images of any size, or if
    /// most_sizes is 0.
    sized_conv2d(const conv2d_problem &problem, const_elements weights,
                 const conv2d_options &opts = {}, std::size_t most_sizes = 32,
                 source_place where = source_place::current());
    /// Waits for code that is being made.
    ~sized_conv2d();
    sized_conv2d(sized_conv2d &&) noexcept;
    sized_conv2d &operator=(sized_conv2d &&) noexcept;

    /// As conv2d::run(). Results of the two kinds of code differ as those of two solvers.
    void run(const image_sizes &images, const_elements src, const_elements bias, elements dst,
             const_elements residual = {}, source_place where = source_place::current()) const;
    /// As conv2d::for_images().
    conv2d_problem for_images(const image_sizes &images,
                              source_place where = source_place::current()) const;

    /// Waits until all sizes that were asked for have their code.
    void finish() const;
    sized_conv2d_counts counts() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace tiramisu::nn
