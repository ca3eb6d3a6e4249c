#include "codegen/expressions/target.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/target.h"

namespace tiramisu::lower {

namespace {

using Halide::Target;

const std::vector<std::pair<std::string, std::string>> simple_names = {
    {"x86-64", "x86-64-linux"},
    {"sse41", "x86-64-linux-sse41"},
    {"avx", "x86-64-linux-sse41-avx"},
    {"avx2", "x86-64-linux-sse41-avx-avx2-fma-f16c"},
    {"avx512", "x86-64-linux-sse41-avx-avx2-fma-f16c-avx512-avx512_skylake"},
};

const std::vector<std::pair<std::string, Target::Feature>> known_features = {
    {"sse41", Target::SSE41},
    {"avx", Target::AVX},
    {"avx2", Target::AVX2},
    {"fma", Target::FMA},
    {"f16c", Target::F16C},
    {"avx512", Target::AVX512},
    {"avx512_skylake", Target::AVX512_Skylake},
    {"avx512_cannonlake", Target::AVX512_Cannonlake},
    {"avx512_zen4", Target::AVX512_Zen4},
    {"avx512_zen5", Target::AVX512_Zen5},
    {"avx512_sapphirerapids", Target::AVX512_SapphireRapids},
    {"avxvnni", Target::AVXVNNI},
};

std::string what_is_known() {
    std::string text = "known are \"host\"";
    for (const auto &[name, triple] : simple_names) {
        text += ", \"" + name + "\"";
    }
    for (const target_machine &one : target_machines()) {
        text += ", \"" + one.name + "\"";
    }
    text += ", and \"x86-64-linux\" followed by any of";
    for (const auto &[name, feature] : known_features) {
        text += " -" + name;
    }
    return text;
}

[[noreturn]] void refuse(const std::string &text, const std::string &why) {
    throw unsupported_error("target \"" + text + "\"", "", why + "; " + what_is_known());
}

bool starts_with(const std::string &text, const std::string &start) {
    return text.compare(0, start.size(), start) == 0;
}

void refuse_unknown_features(const std::string &text, const std::string &features) {
    std::size_t begin = 0;
    while (begin < features.size()) {
        const std::size_t end = std::min(features.find('-', begin + 1), features.size());
        const std::string name = features.substr(begin + 1, end - begin - 1);
        bool is_known = false;
        for (const auto &[known, feature] : known_features) {
            is_known = is_known || known == name;
        }
        if (!is_known) {
            refuse(text, "\"" + name + "\" is not a feature that code can be generated for");
        }
        begin = end;
    }
}

Target named_target(const std::string &text) {
    if (text == "host" || text.empty()) {
        return Halide::get_host_target();
    }
    for (const auto &[name, triple] : simple_names) {
        if (name == text) {
            return Target(triple);
        }
    }
    for (const target_machine &one : target_machines()) {
        if (one.name == text) {
            return Target(one.target);
        }
    }
    const std::string triple = "x86-64-linux";
    if (!starts_with(text, triple) || (text.size() > triple.size() && text[triple.size()] != '-')) {
        refuse(text, "code cannot be generated for it");
    }
    refuse_unknown_features(text, text.substr(triple.size()));
    return Target(text);
}

} // namespace

Halide::Target parse_target(const std::string &text) {
    return named_target(text).with_feature(Target::NoRuntime);
}

Halide::Target parse_jit_target(const std::string &text) {
    const Target target = named_target(text);
    const Target host = Halide::get_host_target();
    for (const auto &[name, feature] : known_features) {
        if (target.has_feature(feature) && !host.has_feature(feature)) {
            refuse(text,
                   "this processor does not have \"" + name + "\", so the code cannot run here");
        }
    }
    return target.with_feature(Target::NoRuntime).with_feature(Target::JIT);
}

} // namespace tiramisu::lower

namespace tiramisu {

target_vectors vectors_of(const std::string &target) {
    const Halide::Target parsed = lower::named_target(target);
    const int floats = parsed.natural_vector_size<float>();
    // Registers as wide as AVX-512's are twice as many.
    return {parsed.to_string(), floats, floats == 16 ? 32 : 16};
}

} // namespace tiramisu
