#include "nn/framework/layer/code_key.h"

#include <array>
#include <charconv>

#include "nn/framework/choice/compiled_key.h"

namespace tiramisu::nn {

std::string exact_text(double number) {
    std::array<char, 32> text = {};
    const auto [end, error] = std::to_chars(text.begin(), text.end(), number);
    return std::string(text.begin(), error == std::errc() ? end : text.begin());
}

bool may_be_shared(const options &opts) {
    return opts.with_environment().debug.empty();
}

std::string compiled_text(const machine &target, const options &opts) {
    const std::string checks = opts.checks == argument_checks::exact    ? ""
                               : opts.checks == argument_checks::memory ? " checks=memory"
                                                                        : " checks=none";
    return compiled_key(opts) + checks + " on=" + target.fingerprint();
}

} // namespace tiramisu::nn
