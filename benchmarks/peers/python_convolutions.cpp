#include "peers/python_convolutions.h"

#include "peers/python_peers.h"

namespace tiramisu::bench {

void add_python_convolutions(contest &all, const convolution_data &data, onednn_formats formats,
                             aligned_floats &dst, int threads) {
    if (data.resizing) {
        return; // of which those know nothing
    }
    python_problem problem = {{}, {{data.src.data(), data.src.size()}}, dst.data(), dst.size()};
    for (std::size_t i = 0; i < data.steps.size(); i++) {
        problem.text += (i == 0 ? "" : " | ") + data.steps[i].text();
        problem.inputs.push_back({data.weights[i].data(), data.weights[i].size()});
    }
    if (formats == onednn_formats::plain) {
        add_python_peers(all, {{}, {}, dst.data()}, problem, threads);
        return;
    }
    problem.text += " by=onednn";
    add_python_peer(all, "torch", {"torch_onednn", {}, dst.data()}, problem, threads);
}

} // namespace tiramisu::bench
