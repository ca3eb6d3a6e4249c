#include <algorithm>

#include "nn/c_interface/guarded_call.h"
#include "nn/c_interface/handles.h"

using namespace tiramisu;
using namespace tiramisu::nn;

namespace {

using role = layer_argument::role;

/// A layer's argument of this name that a run reads or writes. Throws user_error if there is none.
const layer_argument &argument_called(const std::string &name, const tiramisu_layer &layer,
                                      const char *call) {
    std::string known;
    for (const tiramisu_layer::argument &one : layer.arguments) {
        if (one.what.is != role::weights) {
            if (one.what.name == name) {
                return one.what;
            }
            known += (known.empty() ? "" : ", ") + one.what.name;
        }
    }
    throw user_error("layer \"" + layer.text + "\"", call,
                     "\"" + name + "\" is no argument of a run of it, which are " + known +
                         "; weights are packed by tiramisu_pack_weights");
}

/// A count beyond the arguments would be of no array that there is.
void require_tensors(const char *call, const tiramisu_layer &layer, const tiramisu_memory *given,
                     size_t count) {
    if (given == nullptr && count > 0) {
        throw user_error(call, "memory",
                         "is a null pointer, must be " + std::to_string(count) + " tensors");
    }
    const auto most = static_cast<size_t>(
        std::count_if(layer.arguments.begin(), layer.arguments.end(),
                      [](const auto &one) { return one.what.is != role::weights; }));
    if (count > most) {
        throw user_error("layer \"" + layer.text + "\"", call,
                         "is given a count of " + std::to_string(count) +
                             " tensors, must be at most " + std::to_string(most) +
                             ", one for each argument of a run");
    }
}

/// Adds the memory of an argument. Throws user_error if it has some already.
template <typename Memory, typename Elements>
void add_memory(const char *call, Memory &to, const std::string &name, Elements data) {
    if (!to.emplace(name, data).second) {
        throw user_error(call, "\"" + name + "\"", "is given twice; give each argument once");
    }
}

layer_memory memory_of(const char *call, const tiramisu_layer &layer, const tiramisu_memory *given,
                       size_t count) {
    require_tensors(call, layer, given, count);
    layer_memory all;
    for (const tiramisu_memory *one = given; one != given + count; one++) {
        const std::string name = required_text(call, "name", one->name);
        const layer_argument &argument = argument_called(name, layer, call);
        if (argument.is == role::source) {
            add_memory(call, all.sources, name, const_elements(one->data, argument.type));
        } else {
            add_memory(call, all.results, name, elements(one->data, argument.type));
        }
    }
    return all;
}

invocation prepared_run(const char *call, const tiramisu_layer *layer,
                        const tiramisu_memory *memory, size_t count,
                        const tiramisu_weights *weights, const execution &opts) {
    const tiramisu_layer &asked = required(call, "layer", layer);
    return asked.made->prepare(
        memory_of(call, asked, memory, count),
        weights == nullptr ? any_weights() : required(call, "weights", weights).packed, opts, {});
}

/// No memory where the caller's allocator throws: no exception can leave the code that calls this.
void *allocate_or_none(void *by, size_t bytes, size_t alignment) noexcept {
    const auto &allocator = *static_cast<const tiramisu_allocator *>(by);
    try {
        return allocator.allocate(allocator.context, bytes, alignment);
    } catch (...) {
        return nullptr;
    }
}

void release_anyhow(void *by, void *memory, size_t bytes) noexcept {
    const auto &allocator = *static_cast<const tiramisu_allocator *>(by);
    try {
        allocator.release(allocator.context, memory, bytes);
    } catch (...) { // there is nobody to tell
    }
}

/// `allocator` keeps the caller's, and outlives what is executed so.
execution execution_of(const tiramisu_execution_options *given, tiramisu_allocator &allocator) {
    if (given == nullptr) {
        return {};
    }
    allocator = given->allocator;
    const bool is_whole = allocator.allocate != nullptr && allocator.release != nullptr;
    return {given->threads,
            given->memory,
            given->bytes,
            is_whole ? tiramisu_allocator{allocate_or_none, release_anyhow, &allocator} : allocator,
            given->device,
            given->stream};
}

} // namespace

tiramisu_status tiramisu_pack_weights(const tiramisu_layer *layer, const void *weights,
                                      tiramisu_weights **made) {
    constexpr const char *call = "tiramisu_pack_weights";
    return guarded_making(call, made, [&] {
        const tiramisu_layer &asked = required(call, "layer", layer);
        const auto wanted =
            std::find_if(asked.arguments.begin(), asked.arguments.end(),
                         [](const auto &one) { return one.what.is == role::weights; });
        const element_type type =
            wanted == asked.arguments.end() ? element_type::f32 : wanted->what.type;
        auto packed = std::make_unique<tiramisu_weights>();
        packed->packed = asked.made->pack({weights, type}, {});
        return packed;
    });
}

void tiramisu_delete_weights(tiramisu_weights *weights) {
    delete_handle("tiramisu_delete_weights", "weights", weights);
}

tiramisu_status tiramisu_run(const tiramisu_layer *layer, const tiramisu_memory *memory,
                             size_t count, const tiramisu_weights *weights) {
    return guarded_call([&] { prepared_run("tiramisu_run", layer, memory, count, weights, {})(); });
}

tiramisu_status tiramisu_prepare(const tiramisu_layer *layer, const tiramisu_memory *memory,
                                 size_t count, const tiramisu_weights *weights,
                                 const tiramisu_execution_options *options,
                                 tiramisu_invocation **made) {
    constexpr const char *call = "tiramisu_prepare";
    return guarded_making(call, made, [&] {
        auto run = std::make_unique<tiramisu_invocation>();
        run->run = prepared_run(call, layer, memory, count, weights,
                                execution_of(options, run->allocator));
        run->text = layer->text;
        for (const tiramisu_layer::argument &one : layer->arguments) {
            run->arguments[one.what.name] = one.what;
        }
        return run;
    });
}

tiramisu_status tiramisu_invoke(const tiramisu_invocation *run) {
    return guarded_call([&] { required("tiramisu_invoke", "run", run).run(); });
}

tiramisu_status tiramisu_set_memory(tiramisu_invocation *run, const char *name, void *data) {
    return guarded_call([&] {
        constexpr const char *call = "tiramisu_set_memory";
        tiramisu_invocation &asked = required(call, "run", run);
        const std::string wanted = required_text(call, "name", name);
        const auto found = asked.arguments.find(wanted);
        const layer_argument argument =
            found == asked.arguments.end() ? layer_argument() : found->second;
        if (argument.is == role::result) {
            asked.run.set_result(wanted, {data, argument.type}, {});
        } else {
            asked.run.set_source(wanted, {data, argument.type}, {});
        }
    });
}

size_t tiramisu_invocation_workspace_bytes(const tiramisu_invocation *run) {
    return told_of("tiramisu_invocation_workspace_bytes", "run", run, size_t(0),
                   [](const tiramisu_invocation &of) { return of.run.workspace_bytes(); });
}

void tiramisu_delete_invocation(tiramisu_invocation *run) {
    delete_handle("tiramisu_delete_invocation", "run", run);
}
