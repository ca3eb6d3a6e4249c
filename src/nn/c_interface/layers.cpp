#include "nn/c_interface/guarded_call.h"
#include "nn/c_interface/handles.h"
#include "support/immortal.h"

using namespace tiramisu;
using namespace tiramisu::nn;

namespace {

struct kind_texts {
    std::string name, example;
};

const std::vector<kind_texts> &kinds() {
    static const std::vector<kind_texts> &all = support::immortal<std::vector<kind_texts>>([] {
        std::vector<kind_texts> texts;
        for (const layer_kind *const one : layer_kinds()) {
            texts.push_back({one->name(), one->example()});
        }
        return texts;
    }());
    return all;
}

/// Null if there is none of this number, or no memory for their texts.
const kind_texts *kind_at(size_t number) noexcept {
    const kind_texts *found = nullptr;
    guarded_call([&] { found = number < kinds().size() ? &kinds()[number] : nullptr; });
    return found;
}

tiramisu_role role_of(layer_argument::role which) {
    switch (which) {
    case layer_argument::role::source: return TIRAMISU_SOURCE;
    case layer_argument::role::weights: return TIRAMISU_WEIGHTS;
    case layer_argument::role::result: return TIRAMISU_RESULT;
    }
    throw internal_error("an argument has an unknown role");
}

} // namespace

size_t tiramisu_layer_kind_count(void) {
    size_t count = 0;
    guarded_call([&] { count = kinds().size(); });
    return count;
}

const char *tiramisu_layer_kind_name(size_t number) {
    const kind_texts *found = kind_at(number);
    return found == nullptr ? nullptr : found->name.c_str();
}

const char *tiramisu_layer_kind_example(size_t number) {
    const kind_texts *found = kind_at(number);
    return found == nullptr ? nullptr : found->example.c_str();
}

tiramisu_status tiramisu_make_layer(const char *text, const tiramisu_layer_options *options,
                                    tiramisu_layer **made) {
    constexpr const char *call = "tiramisu_make_layer";
    return guarded_making(call, made, [&] {
        const c_options opts(options);
        auto layer = std::make_unique<tiramisu_layer>();
        layer->made = make_layer(required_text(call, "text", text), opts.layer(), {});
        layer->text = layer->made->text();
        for (const layer_argument &one : layer->made->arguments()) {
            layer->arguments.push_back({one,
                                        to_string(one.type),
                                        to_string(one.format),
                                        {one.extents.begin(), one.extents.end()}});
        }
        return layer;
    });
}

void tiramisu_delete_layer(tiramisu_layer *layer) {
    delete_handle("tiramisu_delete_layer", "layer", layer);
}

const char *tiramisu_layer_text(const tiramisu_layer *layer) {
    return told_of("tiramisu_layer_text", "layer", layer, "",
                   [](const tiramisu_layer &of) { return of.text.c_str(); });
}

const char *tiramisu_layer_solver(const tiramisu_layer *layer) {
    return told_of("tiramisu_layer_solver", "layer", layer, "",
                   [](const tiramisu_layer &of) { return of.made->solver().c_str(); });
}

const char *tiramisu_layer_configuration(const tiramisu_layer *layer) {
    return told_of("tiramisu_layer_configuration", "layer", layer, "",
                   [](const tiramisu_layer &of) { return of.made->configuration().c_str(); });
}

size_t tiramisu_layer_workspace_bytes(const tiramisu_layer *layer) {
    return told_of("tiramisu_layer_workspace_bytes", "layer", layer, size_t(0),
                   [](const tiramisu_layer &of) { return of.made->workspace_bytes(); });
}

size_t tiramisu_layer_argument_count(const tiramisu_layer *layer) {
    return told_of("tiramisu_layer_argument_count", "layer", layer, size_t(0),
                   [](const tiramisu_layer &of) { return of.arguments.size(); });
}

tiramisu_status tiramisu_layer_argument(const tiramisu_layer *layer, size_t number,
                                        tiramisu_argument *found) {
    return guarded_call([&] {
        constexpr const char *call = "tiramisu_layer_argument";
        const auto &all = required(call, "layer", layer).arguments;
        require_number(call, number, all.size());
        const tiramisu_layer::argument &one = all[number];
        required_place(call, found) = {
            one.what.name.c_str(), role_of(one.what.is), one.type.c_str(),
            one.layout.c_str(),    one.extents.data(),   one.extents.size(),
            one.what.size(),       one.what.bytes(),     one.what.may_be_left_out ? 1 : 0};
    });
}

tiramisu_status tiramisu_write_object(const char *text, const char *object, const char *name,
                                      const tiramisu_layer_options *options) {
    return guarded_call([&] {
        constexpr const char *call = "tiramisu_write_object";
        const std::string layer = required_text(call, "text", text);
        const c_options opts(options);
        kind_of(layer, {}).write_object(layer, required_text(call, "object", object),
                                        required_text(call, "name", name), opts.layer(), {});
    });
}
