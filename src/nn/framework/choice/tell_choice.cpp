#include "nn/framework/choice/tell_choice.h"

#include "support/verbose.h"

namespace tiramisu::nn {

void tell_choice(const std::string &problem, const std::string &solver, const configuration &values,
                 const std::string &why) {
    support::tell("\"" + problem + "\": " + solver + (values.empty() ? "" : " ") + to_text(values) +
                  ", " + why);
}

} // namespace tiramisu::nn
