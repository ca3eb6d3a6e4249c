#pragma once

#include <string>

#include <tiramisu/nn/nn.h>

#include "aligned_floats.h"
#include "peers/onednn_convolution.h"
#include "session.h"

namespace tiramisu::bench {

/// One convolution: ours in several variants, each beside oneDNN with the same liberty.
class convolution_layer {
public:
    convolution_layer(const std::string &id, const nn::conv2d_problem &problem);

    /// For each number of threads: the solver that find() takes and the direct one, with pictures
    /// in layouts of one's own choice, and with plain ones in and out.
    void run(session &here);

private:
    struct variant {
        onednn_formats formats;
        std::string solver; ///< "find" or a name
    };

    nn::conv2d_layouts layouts_of(onednn_formats formats) const;
    void run_variant(session &here, const variant &which, int threads);
    /// Sets `chosen` to the fastest solver; false if none can.
    bool find_fastest(const session &here, nn::conv2d_options &chosen) const;

    std::string id_;
    nn::conv2d_problem problem_;
    aligned_floats src_, weights_, dst_, dst_of_peer_; ///< plain
    std::vector<double> reference_;
};

} // namespace tiramisu::bench
