#include "nn/framework/layer/code_key.h"

#include <array>
#include <charconv>

#include "nn/framework/choice/compiled_key.h"
#include "support/environment_variable.h"
#include "tiramisu/target.h"

namespace tiramisu::nn {

std::string exact_text(double number) {
    std::array<char, 32> text = {};
    const auto [end, error] = std::to_chars(text.begin(), text.end(), number);
    return std::string(text.begin(), error == std::errc() ? end : text.begin());
}

bool may_be_shared(const options &opts) {
    return opts.with_environment().debug.empty();
}

bool may_be_kept(const options &opts) {
    return may_be_shared(opts) && support::environment_variable("TIRAMISU_LEGALITY") != "warn";
}

std::string kept_text(const options &opts) {
    return " for=" + vectors_of(opts.target).target +
           " legality=" + support::environment_variable("TIRAMISU_LEGALITY");
}

std::string compiled_text(const machine &target, const options &opts) {
    const std::string checks = opts.checks == argument_checks::exact    ? ""
                               : opts.checks == argument_checks::memory ? " checks=memory"
                                                                        : " checks=none";
    return compiled_key(opts) + checks + " on=" + target.fingerprint();
}

} // namespace tiramisu::nn
