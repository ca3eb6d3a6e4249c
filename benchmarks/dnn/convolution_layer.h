#pragma once

#include <map>
#include <string>

#include "contest.h"
#include "dnn/our_convolutions.h"
#include "peers/onednn_chain.h"
#include "session.h"

namespace tiramisu::bench {

/// A convolution, or several one after the other: ours in several variants, each beside oneDNN with
/// the same liberty.
class convolution_layer {
public:
    convolution_layer(const std::string &id, const convolutions &of);

    /// For each number of threads: the solvers that find() takes and those of the rule, or those
    /// that were asked for, with images in layouts of one's own choice, and with plain ones in
    /// and out.
    void run(session &here);

private:
    struct variant {
        onednn_formats formats;
        std::string solver; ///< or "find", or "auto"
    };

    std::vector<std::string> asked_solvers(const session &here) const;
    std::vector<nn::conv2d_layouts> layouts_of(onednn_formats formats) const;
    void run_variant(session &here, const variant &which, int threads);
    /// Compiled once for a number of threads.
    contender halide(int threads);

    std::string id_;
    convolution_data data_;
    aligned_floats dst_, dst_of_peer_; ///< plain
    std::vector<double> reference_;
    std::map<int, prepared_chain> halide_; ///< by number of threads
};

} // namespace tiramisu::bench
