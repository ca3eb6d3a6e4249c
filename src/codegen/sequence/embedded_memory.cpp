#include "codegen/sequence/embedded_memory.h"

#include <string_view>

#include "codegen/output/embedded_data.h"
#include "support/byte_text.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

std::string embedded_name(const std::string &function, const sequence_memory &memory) {
    return function + "_" + memory.name;
}

/// Of a C function.
std::string address_name(const std::string &function, const sequence_memory &memory) {
    return embedded_name(function, memory) + "_at";
}

Halide::Buffer<> described(const std::string &name, const sequence_memory &memory) {
    // Halide copies what is at the address and does not write there.
    const auto of = [&](const auto &elements) -> Halide::Buffer<> {
        using element = typename std::decay_t<decltype(elements)>::value_type;
        return Halide::Buffer<element>(const_cast<element *>(elements.data()),
                                       {static_cast<int>(elements.size())},
                                       embedded_name(name, memory));
    };
    return memory.values != nullptr ? of(*memory.values) : of(*memory.numbers);
}

std::string_view bytes_of(const sequence_memory &memory) {
    return memory.values != nullptr ? support::bytes_of(*memory.values)
                                    : support::bytes_of(*memory.numbers);
}

} // namespace

void embed_in_module(const function_sequence &sequence, const std::string &name,
                     Halide::Module &module) {
    for (const sequence_memory &one : sequence.memory) {
        if (one.is_embedded()) {
            module.append(described(name, one));
        }
    }
}

embedded_address address_in_module(const std::string &name) {
    return [name](const sequence_memory &memory) {
        const Expr descriptor = hir::Variable::make(Halide::type_of<halide_buffer_t *>(),
                                                    embedded_name(name, memory) + ".buffer");
        return hir::Call::make(Halide::Handle(), hir::Call::buffer_get_host, {descriptor},
                               hir::Call::Extern);
    };
}

std::vector<elf_object> objects_with_memory(const function_sequence &sequence,
                                            const std::string &name) {
    std::vector<elf_object> objects;
    for (const sequence_memory &one : sequence.memory) {
        if (one.is_embedded()) {
            objects.push_back(object_with_data(address_name(name, one), bytes_of(one)));
        }
    }
    return objects;
}

embedded_address address_in_objects(const std::string &name) {
    return [name](const sequence_memory &memory) {
        return hir::Call::make(Halide::Handle(), address_name(name, memory), {}, hir::Call::Extern);
    };
}

} // namespace tiramisu::lower
