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

bool may_be_shared(const options &how) {
    return how.with_environment().debug.empty();
}

std::string compiled_text(const machine &on, const options &how) {
    const std::string checks = how.checks == tiramisu::argument_checks::exact    ? ""
                               : how.checks == tiramisu::argument_checks::memory ? " checks=memory"
                                                                                 : " checks=none";
    return compiled_key(how) + checks + " on=" + on.fingerprint();
}

} // namespace tiramisu::nn
