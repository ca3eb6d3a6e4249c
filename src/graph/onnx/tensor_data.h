#pragma once

#include <memory>
#include <string>

#include "graph/onnx/onnx.pb.h"
#include "tiramisu/graph/tensor.h"

namespace tiramisu::graph {

/// Reads tensors of an ONNX file.
class tensor_reader {
public:
    /// `folder`: of the file; what lies beside it is looked for there. `file`: what the tensors
    /// that are read lie in, whose memory they share.
    tensor_reader(std::string folder, std::shared_ptr<const onnx::Model> file)
        : folder_(std::move(folder)), file_(std::move(file)) {}

    /// Integers of less than a byte become bytes. Throws std::runtime_error, of which what() says
    /// what is wrong with the tensor, and io_error.
    tensor read(const onnx::Tensor &from) const;
    /// The same with its zeros.
    tensor read(const onnx::SparseTensor &from) const;

private:
    std::string folder_;
    std::shared_ptr<const onnx::Model> file_;

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
