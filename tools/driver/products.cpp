#include <sstream>

#include "driver/modes.h"

// Products of matrices, and the layers that are made of them.

namespace tiramisu::driver {

namespace {

using takes = flag::kind;

std::string product_text(const flag_values &given) {
    return "gemm m=" + given.word("a_h") + " n=" + given.word("b_w") + " k=" + given.word("a_w") +
           " transa=" + given.word("transA") + " transb=" + given.word("transB") +
           " alpha=" + given.word("alpha") + " beta=" + given.word("beta");
}

/// How many sequences there are: "4", or one number for each step, which have to be equal.
std::string sequences(const flag_values &given) {
    std::istringstream all(given.word("batchsize"));
    std::string first, one;
    while (std::getline(all, one, ',')) {
        if (one.empty() || one.find_first_not_of("0123456789") != std::string::npos) {
            given.refuse("batchsize", "is no number of sequences, such as 4");
        }
        first = first.empty() ? one : first;
        if (one != first) {
            given.refuse("batchsize", "says that sequences end before others; here all have "
                                      "seq_len steps: give one number");
        }
    }
    return first;
}

std::string recurrent_text(const flag_values &given) {
    const std::string &cell = given.word("mode");
    return (cell == "relu" || cell == "tanh" ? "rnn_" + cell : cell) +
           " l=" + given.word("num_layer") + " t=" + given.word("seq_len") +
           " mb=" + sequences(given) + " ic=" + given.word("in_h") + " hc=" + given.word("hid_h") +
           (given.whole("bias") == 1 ? " bias=1" : "") +
           (given.whole("bidirection") == 1 ? " direction=bidirectional" : "");
}

} // namespace

mode product_mode() {
    return {"gemm",
            "products of matrices",
            {{'m', "a_h", takes::whole, "256", "rows of the first matrix and of the result"},
             {'k', "a_w", takes::whole, "256", "columns of the first, rows of the second matrix"},
             {'n', "b_w", takes::whole, "256", "columns of the second matrix and of the result"},
             {'A', "alpha", takes::real, "1", "factor of the product"},
             {'B', "beta", takes::real, "0", "factor of what the result holds before"},
             {'u', "transA", takes::whole, "0", "the first matrix lies transposed", {"0", "1"}},
             {'v', "transB", takes::whole, "0", "the second matrix lies transposed", {"0", "1"}},
             only('b', "batchsize", {"1"}, "products at once", "there is one"),
             forward_flag()},
            product_text};
}

mode recurrent_mode() {
    return {"rnn",
            "recurrent layers",
            {{'k', "seq_len", takes::whole, "10", "steps"},
             {'n', "batchsize", takes::word, "4", "sequences"},
             {'H', "hid_h", takes::whole, "32", "units of a layer"},
             {'W', "in_h", takes::whole, "32", "channels of a sequence"},
             {'l', "num_layer", takes::whole, "1", "layers on top of each other"},
             {'b', "bias", takes::whole, "0", "add biases", {"0", "1"}},
             {'r', "bidirection", takes::whole, "0", "go both ways", {"0", "1"}},
             {'m', "mode", takes::word, "tanh", "the cell", {"relu", "tanh", "lstm", "gru"}},
             only('p', "inputmode", {"0"}, "0: a product with weights", "1, without, is not there"),
             only('U', "use_dropout", {"0"}, "dropout", "of training only"),
             only('o', "dump_output", {"0"}, "write results to files",
                  "data are random, and stay in memory"),
             {'P', "printconv", takes::whole, "1", "has no effect: the layer's text is printed"},
             forward_flag()},
            recurrent_text};
}

} // namespace tiramisu::driver
