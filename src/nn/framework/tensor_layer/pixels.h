#pragma once

#include "nn/framework/program/typed_expr.h"
#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "nn/framework/tensor_layer/solver.h"

// Layers each of whose results is an expression of what is near it in the sources.

namespace tiramisu::nn {

/// Such a layer in the implicit function: one computation, not scheduled.
struct pixels {
    tensor stored;
    tensor_arguments arguments;
    image_iterators at;
    computation result;

    /// `value` says what the result is, given the arguments and the iterators; it is rounded to the
    /// type of dst.
    template <typename Value>
    pixels(const std::vector<tensor> &sources, const tensor &dst, const Value &value)
        : stored(dst), arguments(sources, dst), at(dst.extents),
          result("result", {at.n, at.c, at.y, at.x}, rounded_to(dst.type, value(arguments, at))) {
        arguments.store(result, {at.n, at.c, at.y, at.x});
    }
};

/// What layers do with pixels: floats are computed with as float32, or those of 32 bits alone;
/// elements of any type are moved.
enum class pixel_use { computed, of_f32, moved };
inline bool takes(pixel_use use, element_type type) {
    switch (use) {
    case pixel_use::of_f32: return type == element_type::f32;
    case pixel_use::moved: return true;
    default: return accumulation_type(type) == element_type::f32;
    }
}

/// The loops of the definition; `pixels_of(problem)` writes it.
template <typename Problem, pixel_use Use = pixel_use::computed>
class naive_pixels : public tensor_solver<Problem> {
public:
    std::string name() const override { return "naive"; }
    bool computes(element_type type) const override { return takes(Use, type); }

protected:
    std::vector<buffer> write(const tensor_task<Problem> &of) const override {
        return pixels_of(of.problem).arguments.all();
    }
};

/// The same in the order of memory, neighbours on the lanes of vectors.
template <typename Problem, pixel_use Use = pixel_use::computed>
class vector_pixels : public tensor_solver<Problem> {
public:
    std::string name() const override { return "vectors"; }
    bool computes(element_type type) const override { return takes(Use, type); }

protected:
    std::vector<buffer> write(const tensor_task<Problem> &of) const override {
        pixels all = pixels_of(of.problem);
        run_as_stored(all.result, all.at, all.stored, of.target);
        return all.arguments.all();
    }
};

} // namespace tiramisu::nn
