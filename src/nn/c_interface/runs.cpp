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

layer_memory memory_of(const char *call, const tiramisu_layer &layer, const tiramisu_memory *given,
                       size_t count) {
    if (given == nullptr && count > 0) {
        throw user_error(call, "memory",
                         "is a null pointer, must be " + std::to_string(count) + " tensors");
    }
    layer_memory all;
    for (const tiramisu_memory *one = given; one != given + count; one++) {
        const std::string name = required_text(call, "name", one->name);
        const layer_argument &argument = argument_called(name, layer, call);
        if (argument.is == role::source) {
            all.sources[name] = {one->data, argument.type};
        } else {
            all.results[name] = {one->data, argument.type};
        }
    }
    return all;
}

invocation prepared_run(const char *call, const tiramisu_layer *layer,
                        const tiramisu_memory *memory, size_t count,
                        const tiramisu_weights *weights, const execution &opts) {
    const tiramisu_layer &asked = required(call, "layer", layer, layer_maker);
    return asked.made->prepare(memory_of(call, asked, memory, count),
                               weights == nullptr ? any_weights() : weights->packed, opts, {});
}

execution execution_of(const tiramisu_execution_options *given) {
    execution made;
    if (given != nullptr) {
        made = {given->threads,   given->memory, given->bytes,
                given->allocator, given->device, given->stream};
    }
    return made;
}

} // namespace

tiramisu_status tiramisu_pack_weights(const tiramisu_layer *layer, const void *weights,
                                      tiramisu_weights **made) {
    constexpr const char *call = "tiramisu_pack_weights";
    return guarded_making(call, made, [&] {
        const tiramisu_layer &asked = required(call, "layer", layer, layer_maker);
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
    delete weights;
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
        run->run = prepared_run(call, layer, memory, count, weights, execution_of(options));
        run->text = layer->text;
        for (const tiramisu_layer::argument &one : layer->arguments) {
            run->arguments[one.what.name] = one.what;
        }
        return run;
    });
}

tiramisu_status tiramisu_invoke(const tiramisu_invocation *run) {
    return guarded_call([&] { required("tiramisu_invoke", "run", run, "tiramisu_prepare").run(); });
}

tiramisu_status tiramisu_set_memory(tiramisu_invocation *run, const char *name, void *data) {
    return guarded_call([&] {
        constexpr const char *call = "tiramisu_set_memory";
        tiramisu_invocation &asked = required(call, "run", run, "tiramisu_prepare");
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
    return run == nullptr ? 0 : run->run.workspace_bytes();
}

void tiramisu_delete_invocation(tiramisu_invocation *run) {
    delete run;
}
