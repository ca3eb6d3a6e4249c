#pragma once

#include <cstddef>
#include <string>

#include "tiramisu/error.h"
#include "tiramisu/nn/element_type.h"

namespace tiramisu::nn {

/// What a recurrent layer does in a step, to its input x and its hidden state h of the step before
/// (` is an index of gates; s is the logistic function, * of vectors goes by element):
enum class recurrent_cell {
    /// i, f, g, o = sums of gates 0 to 3;  c <- s(f) * c + s(i) * tanh(g);  h <- s(o) * tanh(c).
    /// A sum is (W x + U h + bias) of its gate.
    lstm,
    /// r, z, n = gates 0 to 2;  n <- tanh(W x + bias 2 + s(r) * (U h + bias 3));
    /// h <- (1 - s(z)) * n + s(z) * h: the candidate's reset comes after its product.
    gru,
    rnn_tanh, ///< h <- tanh(W x + U h + bias)
    rnn_relu  ///< h <- max(W x + U h + bias, 0)
};

/// "lstm", "gru", "rnn_tanh", "rnn_relu".
std::string to_string(recurrent_cell which);

/// In which order a layer goes through its steps. ONNX's names.
enum class recurrent_direction {
    forward,
    reverse,      ///< from a sequence's own last step to its first
    bidirectional ///< both, each with weights and states of its own; 0 is forward, 1 is reverse
};

/// Layers of recurrent cells on top of each other, in oneDNN's letters. Layer 0 reads the
/// sequence, layer k the hidden states of layer k - 1; forward that is
///
///     h(k, t) = cell(h(k - 1, t), h(k, t - 1))
///
/// and in reverse t + 1 stands for t - 1. Of two directions, layers above and dst get both hidden
/// states, side by side.
///
/// Sequences lie as step, sequence of the batch, channel.
struct recurrent_problem {
    recurrent_cell cell = recurrent_cell::lstm;
    int l = 1;  ///< layers
    int t = 1;  ///< steps; may be 0
    int mb = 1; ///< sequences; may be 0
    int ic = 0; ///< channels of the sequence
    int hc = 0; ///< hidden channels: units of a layer
    bool bias = false;
    /// t is the most steps: each run says how many it has, and how many of them each sequence. A
    /// sequence that has ended keeps its states, and its part of dst is zeros from there on.
    bool lengths = false;
    recurrent_direction direction = recurrent_direction::forward;
    /// Channels of the hidden state of an LSTM, where it is projected: h <- R (s(o) * tanh(c)),
    /// which the next step and layers above read. 0: it is not.
    int proj = 0;
    element_type type = element_type::f32; ///< of sequences, states and weights

    /// The one text of this problem: "lstm l=4 t=100 mb=1 ic=1024 hc=1024 bias=1 lengths=1
    /// direction=bidirectional proj=512". What is not asked for of the last four words is left out,
    /// and a type of f32; another one, type=bf16, comes behind them. Equal problems have equal
    /// texts, and texts never change from one version to the next: performance databases hold them.
    /// Throws as checked().
    std::string text() const;
    /// From such a text. The words come in any order; what is left out has the value above, while
    /// ic and hc have to be there. Throws user_error.
    static recurrent_problem parse(const std::string &text,
                                   source_place where = source_place::current());

    /// This problem. Throws user_error if it has no meaning.
    const recurrent_problem &checked(source_place where = source_place::current()) const;

    int gates() const;           ///< of the weights: 4, 3 or 1
    int bias_gates() const;      ///< of the biases: 4, 4 or 1
    bool has_cell_state() const; ///< c, beside h
    int directions() const;      ///< 1, or 2
    int pseudo_layers() const;   ///< directions of all layers: of layer 0, then of layer 1, ...
    bool is_reverse(int direction) const;
    int dic() const;          ///< channels of a hidden state: hc, or proj
    int slc(int layer) const; ///< channels of a layer's input: ic, above layer 0 dlc()
    int dlc() const;          ///< channels of a layer's output: directions() x dic()

    // Weights are one array: for each layer, and of that for each direction, the weights of the
    // input, gates() x hc x slc(layer), then those of the hidden state, gates() x hc x dic(), then
    // those of a projection, proj x hc; behind those of all layers the biases, pseudo_layers() x
    // bias_gates() x hc. PyTorch's weight_ih_l0, weight_hh_l0, weight_ih_l0_reverse,
    // weight_hh_l0_reverse, weight_ih_l1, ... lie so; its two biases are one here, added up, but
    // for the candidate of a GRU.

    // In floats, from the beginning.

    std::size_t input_weights_at(int layer, int direction = 0) const;
    std::size_t hidden_weights_at(int layer, int direction = 0) const;
    std::size_t projection_weights_at(int layer, int direction = 0) const;
    std::size_t bias_at(int layer, int direction = 0) const; ///< where there are biases

    // In floats.

    std::size_t weights_count() const;
    std::size_t src_count() const;        ///< t x mb x ic
    std::size_t dst_count() const;        ///< t x mb x dlc()
    std::size_t state_count() const;      ///< pseudo_layers() x mb x dic(): of h
    std::size_t cell_state_count() const; ///< pseudo_layers() x mb x hc: of c; 0 without it
    /// Multiplications and additions of the products.
    double operations() const;
};

bool operator==(const recurrent_problem &left, const recurrent_problem &right);
inline bool operator!=(const recurrent_problem &left, const recurrent_problem &right) {
    return !(left == right);
}

} // namespace tiramisu::nn
