#pragma once

#include <map>
#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

class environment;

/// Whether a variable of this name is a size or a stride that a buffer_layout defines.
bool is_name_of_layout(const std::string &name);

/// How the elements of one buffer are found: row-major, sizes outermost first, dense but for the
/// padding of temporaries.
///
/// Index arithmetic is done in 32 bits unless the buffer's known sizes make 2^31 elements or more,
/// or one of its sizes is a 64-bit expression: then in 64 bits. A buffer whose sizes are 32-bit
/// run-time values is refused at run time when it has 2^31 elements or more (see
/// entry/descriptor_checks.h).
class buffer_layout {
public:
    buffer_layout(const core::program_buffer &buffer, const environment &parameters);

    const core::program_buffer &buffer() const { return *buffer_; }
    /// Under which statements know its memory; see names.h.
    const std::string &name() const { return name_; }
    int rank() const { return static_cast<int>(sizes_.size()); }
    Halide::Type index_type() const { return index_type_; }
    Halide::Type element_type() const;
    /// Defined for arguments. Halide takes memory without one for its own, and its own memory for
    /// aligned.
    const Halide::Parameter &parameter() const { return parameter_; }

    /// Size of dimension `d`, outermost first: a constant, or the variable that
    /// bind_sizes defines.
    const Halide::Expr &size(int d) const { return sizes_[static_cast<std::size_t>(d)]; }
    /// Distance in elements of two neighbours along dimension `d`.
    const Halide::Expr &stride(int d) const { return strides_[static_cast<std::size_t>(d)]; }

    /// Elements for which there is memory along dimension `d`: its size and padding.
    Halide::Expr padded_size(int d) const;

    /// Whether all sizes are known now.
    bool has_constant_sizes() const { return bindings_.empty(); }
    /// Known sizes only: bytes of the whole buffer with its padding.
    std::int64_t constant_bytes() const;

    /// Where the address of the first element has to be aligned: the variable that tells how many
    /// elements are left out before it. Else undefined.
    const Halide::Expr &start() const { return start_; }
    /// The most elements that have to be left out.
    std::int64_t largest_start() const;

    /// Index of an element in the flat buffer.
    Halide::Expr flat_index(const std::vector<Halide::Expr> &element) const;

    /// The variables for run-time sizes and strides, in an order in which they can be defined.
    const std::vector<std::pair<std::string, Halide::Expr>> &bindings() const { return bindings_; }
    /// Defines them around `body`.
    hir::Stmt bind_sizes(hir::Stmt body) const;

private:
    const core::program_buffer *buffer_;
    std::string name_;
    Halide::Type index_type_;
    Halide::Parameter parameter_;
    Halide::Expr start_;
    std::vector<Halide::Expr> sizes_, strides_;
    std::vector<std::pair<std::string, Halide::Expr>> bindings_;

    Halide::Expr bind(const std::string &name, const Halide::Expr &value);
    void compute_strides();
};

/// All buffers of a program, by name.
using buffer_table = std::map<std::string, buffer_layout>;

/// The halide_buffer_t that is passed for an argument.
Halide::Expr structure_of(const buffer_layout &argument);

/// The address of its first element.
Halide::Expr memory_of(const buffer_layout &argument);

/// The address of what lies so many elements behind the first one of a memory.
Halide::Expr address_behind(const std::string &memory, const Halide::Expr &elements,
                            Halide::Type element);

} // namespace tiramisu::lower
