#include "nn/framework/choice/tell_choice.h"

#include "support/verbose.h"

namespace tiramisu::nn {

void tell_choice(const std::string &problem, const std::string &solver, const configuration &values,
                 const std::string &why) {
    support::tell("\"" + problem + "\": " + solver + (values.empty() ? "" : " ") + to_text(values) +
                  ", " + why);
}

void tell_driver_call(const std::string &text, const std::string &solver,
                      const configuration &values, const options &opts) {
    if (text.find(" pattern=") != std::string::npos) {
        return;
    }
    support::tell(std::string("again: ") + (opts.strict_float ? "TIRAMISU_FLOAT=strict " : "") +
                  "tiramisu-driver layer --text \"" + text + "\" --solver " + solver +
                  (values.empty() ? "" : " --configuration " + to_text(values)) +
                  (opts.target == "host" ? "" : " --target " + opts.target));
}

} // namespace tiramisu::nn
