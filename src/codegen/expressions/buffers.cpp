#include "codegen/expressions/buffers.h"

#include <limits>

#include "codegen/expressions/environment.h"
#include "codegen/expressions/expressions.h"
#include "codegen/expressions/names.h"
#include "codegen/expressions/types.h"

namespace tiramisu::lower {

namespace {

// Names of run-time sizes and strides stand for dimensions, whose numbers follow.
constexpr const char *size_part = ".size.", *stride_part = ".stride.";

constexpr std::int64_t largest_int32 = std::numeric_limits<std::int32_t>::max();

int padding_of(const core::program_buffer &buffer, std::size_t d) {
    return buffer.padding.empty() ? 0 : buffer.padding[d];
}

bool needs_64_bits(const core::program_buffer &buffer) {
    std::int64_t elements = 1;
    for (std::size_t d = 0; d < buffer.sizes.size(); ++d) {
        const expr &size = buffer.sizes[d];
        if (size.is_constant()) {
            const std::int64_t extent = size.get_int_val() + padding_of(buffer, d);
            if (extent > 0 && elements > largest_int32 / extent) {
                return true;
            }
            elements *= extent > 0 ? extent : 1;
        } else if (size_in_bytes(size.get_data_type()) == 8) {
            return true;
        }
    }
    return false;
}

} // namespace

bool is_name_of_layout(const std::string &name) {
    return name.find(size_part) != std::string::npos || name.find(stride_part) != std::string::npos;
}

buffer_layout::buffer_layout(const core::program_buffer &buffer, const environment &parameters)
    : buffer_(&buffer), name_(name_in_code(buffer.name)),
      index_type_(Halide::Int(needs_64_bits(buffer) ? 64 : 32)) {
    if (buffer.role != a_temporary) {
        parameter_ =
            Halide::Parameter(element_type(), true, static_cast<int>(buffer.sizes.size()), name_);
    }
    for (std::size_t d = 0; d < buffer.sizes.size(); ++d) {
        const Halide::Expr size = to_halide(buffer.sizes[d], parameters, arithmetic::indexing);
        sizes_.push_back(bind(name_ + size_part + std::to_string(d),
                              hir::simplify(Halide::cast(index_type_, size))));
    }
    compute_strides();
    if (buffer.alignment > size_in_bytes(buffer.type)) {
        start_ = hir::Variable::make(index_type_, name_ + ".start");
    }
}

void buffer_layout::compute_strides() {
    strides_.resize(sizes_.size());
    Halide::Expr stride = hir::make_one(index_type_);
    for (std::size_t d = sizes_.size(); d-- > 0;) {
        strides_[d] = stride;
        if (d > 0) {
            stride = bind(name_ + stride_part + std::to_string(d - 1),
                          hir::simplify(stride * padded_size(static_cast<int>(d))));
        }
    }
}

Halide::Expr buffer_layout::bind(const std::string &name, const Halide::Expr &value) {
    if (hir::is_const(value)) {
        return value;
    }
    bindings_.emplace_back(name, value);
    return hir::Variable::make(value.type(), name);
}

Halide::Type buffer_layout::element_type() const {
    return storage_type(buffer_->type);
}

std::int64_t buffer_layout::constant_bytes() const {
    std::int64_t bytes = size_in_bytes(buffer_->type);
    for (int d = 0; d < rank(); ++d) {
        bytes *= *hir::as_const_int(hir::simplify(padded_size(d)));
    }
    return bytes;
}

Halide::Expr buffer_layout::padded_size(int d) const {
    const int padding = padding_of(*buffer_, static_cast<std::size_t>(d));
    return padding == 0 ? size(d) : size(d) + hir::make_const(index_type_, padding);
}

std::int64_t buffer_layout::largest_start() const {
    return start_.defined() ? buffer_->alignment / size_in_bytes(buffer_->type) - 1 : 0;
}

Halide::Expr buffer_layout::flat_index(const std::vector<Halide::Expr> &element) const {
    Halide::Expr index = start_.defined() ? start_ : hir::make_zero(index_type_);
    for (std::size_t d = 0; d < element.size(); ++d) {
        index += Halide::cast(index_type_, element[d]) * strides_[d];
    }
    return index;
}

hir::Stmt buffer_layout::bind_sizes(hir::Stmt body) const {
    for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding) {
        body = hir::LetStmt::make(binding->first, binding->second, body);
    }
    return body;
}

Halide::Expr structure_of(const buffer_layout &argument) {
    return hir::Variable::make(Halide::type_of<halide_buffer_t *>(), argument.name() + ".buffer");
}

Halide::Expr memory_of(const buffer_layout &argument) {
    return hir::Call::make(Halide::Handle(), hir::Call::buffer_get_host, {structure_of(argument)},
                           hir::Call::Extern);
}

Halide::Expr address_behind(const std::string &memory, const Halide::Expr &elements,
                            Halide::Type element) {
    const Halide::Type word = Halide::UInt(64);
    const Halide::Expr begin =
        Halide::reinterpret(word, hir::Variable::make(Halide::Handle(), memory));
    return Halide::reinterpret(Halide::Handle(),
                               begin + Halide::cast(word, elements) *
                                           hir::make_const(word, element.bytes()));
}

} // namespace tiramisu::lower
