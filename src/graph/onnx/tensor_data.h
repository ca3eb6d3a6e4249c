#pragma once

#include <string>

#include "graph/onnx/onnx.pb.h"
#include "tiramisu/graph/tensor.h"

namespace tiramisu::graph {

/// Reads tensors of an ONNX file.
class tensor_reader {
public:
    /// `folder`: of the file; what lies beside it is looked for there.
    explicit tensor_reader(std::string folder) : folder_(std::move(folder)) {}

    /// Integers of less than a byte become bytes. Throws std::runtime_error, of which what() says
    /// what is wrong with the tensor, and io_error.
    tensor read(const onnx::Tensor &from) const;
    /// The same with its zeros.
    tensor read(const onnx::SparseTensor &from) const;

private:
    std::string folder_;

    /// Halves as integers of 16 bits.
    tensor as_stored(const onnx::Tensor &from) const;
    tensor read_narrow(const onnx::Tensor &from) const;
    std::string external_bytes(const onnx::Tensor &from, std::int64_t wanted) const;
};

/// Whether its integers have less than a byte.
bool is_narrow(const onnx::Tensor &from);

/// The reverse.
onnx::Tensor to_onnx(const std::string &name, const tensor &values);

} // namespace tiramisu::graph
