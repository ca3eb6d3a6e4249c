#include "codegen/expressions/target.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "support/environment_variable.h"
#include "tiramisu/error.h"
#include "tiramisu/target.h"

namespace tiramisu::lower {

namespace {

using Halide::Target;

using feature_names = std::vector<std::pair<std::string, Target::Feature>>;

const std::vector<std::pair<std::string, std::string>> simple_names = {
    {"x86-64", "x86-64-linux"},
    {"sse41", "x86-64-linux-sse41"},
    {"avx", "x86-64-linux-sse41-avx"},
    {"avx2", "x86-64-linux-sse41-avx-avx2-fma-f16c"},
    {"avx512", "x86-64-linux-sse41-avx-avx2-fma-f16c-avx512-avx512_skylake"},
};

const feature_names x86_features = {
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

const feature_names arm_features = {
    {"arm_dot_prod", Target::ARMDotProd},
    {"arm_fp16", Target::ARMFp16},
};

/// Registers as wide as AVX-512's are twice as many.
int x86_registers(int floats) {
    return floats == 16 ? 32 : 16;
}

int arm_registers(int /*floats*/) {
    return 32;
}

/// A kind of processor and an operating system.
struct platform {
    std::vector<std::string> names; ///< with which targets begin; the first one is Halide's
    feature_names known_features;
    int (*vector_registers)(int floats); ///< of so many floats
};

const std::vector<platform> platforms = {
    {{"x86-64-linux"}, x86_features, x86_registers},
    {{"arm-64-linux", "aarch64-linux"}, arm_features, arm_registers},
};

/// Scalable vectors of Arm, by the beginnings of their names.
const std::vector<std::string> scalable_vectors = {"sve", "vector_bits_"};

std::string what_is_known() {
    std::string text = "known are \"host\"";
    for (const auto &[name, triple] : simple_names) {
        text += ", \"" + name + "\"";
    }
    for (const target_machine &one : target_machines()) {
        text += ", \"" + one.name + "\"";
    }
    for (const platform &known : platforms) {
        text += ", and \"" + known.names.back() + "\" followed by any of";
        for (const auto &[name, feature] : known.known_features) {
            text += " -" + name;
        }
    }
    text += "; behind each of them, for loops on a GPU, \"-opencl\" or \"-cuda\", and "
            "\"-cuda_capability_70\", \"_75\", \"_80\" or \"_86\"";
    return text;
}

[[noreturn]] void refuse(const std::string &text, const std::string &why) {
    throw unsupported_error("target \"" + text + "\"", "", why + "; " + what_is_known());
}

/// Whether the parts of the target, which dashes part, begin with those of `start`.
bool begins_with(const std::string &target, const std::string &start) {
    return (target + "-").compare(0, start.size() + 1, start + "-") == 0;
}

void refuse_unknown_features(const std::string &text, const std::string &features,
                             const platform &of) {
    std::size_t begin = 0;
    while (begin < features.size()) {
        const std::size_t end = std::min(features.find('-', begin + 1), features.size());
        const std::string name = features.substr(begin + 1, end - begin - 1);
        bool is_known = false;
        for (const auto &[known, feature] : of.known_features) {
            is_known = is_known || known == name;
        }
        for (const std::string &start : scalable_vectors) {
            if (!is_known && name.compare(0, start.size(), start) == 0) {
                refuse(text, "\"" + name +
                                 "\": code with scalable vectors is right on machines of one "
                                 "vector length alone, and gives wrong results on others; without "
                                 "it, code has NEON's vectors, which every 64-bit Arm has");
            }
        }
        if (!is_known) {
            refuse(text, "\"" + name + "\" is not a feature that code can be generated for");
        }
        begin = end;
    }
}

/// Refuses those for which no code is generated; `text` is how the user names it.
const platform &platform_of(const Target &target, const std::string &text) {
    for (const platform &known : platforms) {
        const Target one(known.names.front());
        if (one.arch == target.arch && one.os == target.os && one.bits == target.bits) {
            return known;
        }
    }
    refuse(text, "code cannot be generated for it");
}

/// `text` is the platform's name and these features.
Target target_on(const platform &known, const std::string &text, const std::string &features) {
    refuse_unknown_features(text, features, known);
    return Target(known.names.front() + features);
}

/// What code can be generated for beside the processor, by the ends of targets' names.
const feature_names device_names = {
    {"-opencl", Target::OpenCL},
    {"-cuda", Target::CUDA},
    {"-cuda_capability_70", Target::CUDACapability70},
    {"-cuda_capability_75", Target::CUDACapability75},
    {"-cuda_capability_80", Target::CUDACapability80},
    {"-cuda_capability_86", Target::CUDACapability86},
};

/// Takes the device's names from the end of a target's, and adds their features to `found`.
std::string processor_of(std::string text, std::vector<Target::Feature> &found) {
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (const auto &[name, feature] : device_names) {
            const std::string padded = "-" + text;
            const std::size_t end = padded.size() - std::min(padded.size(), name.size());
            if (padded.compare(end, name.size(), name) == 0) {
                text = end == 0 ? "" : text.substr(0, end - 1);
                found.push_back(feature);
                is_new = true;
            }
        }
    }
    return text;
}

/// The processor of this machine. Of 64-bit Arm, with the features whose code runs on all that have
/// them.
Target host_target(const std::string &text) {
    const Target host = Halide::get_host_target();
    const platform &known = platform_of(host, text);
    if (host.arch != Target::ARM) {
        return host;
    }
    Target portable(host.os, host.arch, host.bits);
    for (const auto &[name, feature] : known.known_features) {
        portable.set_feature(feature, host.has_feature(feature));
    }
    return portable;
}

Target named_processor(const std::string &text) {
    if (text == "host" || text.empty()) {
        return host_target(text);
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
    for (const platform &known : platforms) {
        for (const std::string &name : known.names) {
            if (begins_with(text, name)) {
                return target_on(known, text, text.substr(name.size()));
            }
        }
    }
    refuse(text, "code cannot be generated for it");
}

Target named_target(const std::string &text) {
    std::vector<Target::Feature> device;
    Target target = named_processor(processor_of(text, device));
    for (const Target::Feature feature : device) {
        target.set_feature(feature);
    }
    const bool is_cuda =
        target.features_any_of({Target::CUDA, Target::CUDACapability70, Target::CUDACapability75,
                                Target::CUDACapability80, Target::CUDACapability86});
    if (is_cuda && target.has_feature(Target::OpenCL)) {
        refuse(text, "a function's kernels are for one kind of device: name opencl or cuda");
    }
    if (is_cuda) {
        target.set_feature(Target::CUDA);
        if (device.size() == 1) {
            target.set_feature(Target::CUDACapability70);
        }
    }
    return target;
}

} // namespace

Halide::Target parse_target(const std::string &text) {
    return named_target(text).with_feature(Target::NoRuntime);
}

Halide::Target parse_jit_target(const std::string &text) {
    const Target target = named_target(text);
    const Target host = Halide::get_host_target();
    if (target.arch != host.arch || target.bits != host.bits) {
        refuse(text, "this processor is of another kind, so the code cannot run here; write an "
                     "object file, and link it for that machine");
    }
    for (const auto &[name, feature] : platform_of(target, text).known_features) {
        if (target.has_feature(feature) && !host.has_feature(feature)) {
            refuse(text,
                   "this processor does not have \"" + name + "\", so the code cannot run here");
        }
    }
    return target.with_feature(Target::NoRuntime).with_feature(Target::JIT);
}

level_features features_of_level(const Halide::Target &target) {
    level_features words{};
    for (const auto &[name, feature] : platform_of(target, target.to_string()).known_features) {
        if (target.has_feature(feature)) {
            const auto bit = static_cast<std::size_t>(feature);
            words.at(bit / 64) |= std::uint64_t{1} << bit % 64;
        }
    }
    return words;
}

bool has_dot_products(const Halide::Target &target) {
    return target.features_any_of(
        {Target::AVX512_SapphireRapids, Target::AVX512_Zen4, Target::AVX512_Zen5});
}

Halide::Target every_processor_of(const Halide::Target &target) {
    return Target(target.os, target.arch, target.bits).with_feature(Target::NoRuntime);
}

} // namespace tiramisu::lower

namespace tiramisu {

target_vectors vectors_of(const std::string &target) {
    const Halide::Target parsed = lower::named_target(target);
    const int floats = parsed.natural_vector_size<float>();
    return {parsed.to_string(), floats, lower::platform_of(parsed, target).vector_registers(floats),
            lower::has_dot_products(parsed)};
}

target_vectors vectors_of_output() {
    return vectors_of(support::environment_variable("TIRAMISU_TARGET"));
}

} // namespace tiramisu
