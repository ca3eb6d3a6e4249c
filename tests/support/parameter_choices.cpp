#include "support/parameter_choices.h"

namespace tiramisu::oracle {

std::vector<parameter_values> all_values(const random_program &program) {
    std::vector<parameter_values> result = {{}};
    for (const program_parameter &parameter : program.parameters) {
        std::vector<parameter_values> extended;
        for (const int number : parameter.values) {
            for (parameter_values values : result) {
                values[parameter.name] = value::of_integer(p_int32, number);
                extended.push_back(values);
            }
        }
        result = extended;
    }
    return result;
}

std::vector<parameter_values> small_values(const random_program &program) {
    std::vector<parameter_values> result;
    for (const std::string &name : argument_names(program)) {
        for (int number = 0; number <= 10; ++number) {
            result.push_back({{name, value::of_integer(p_int32, number)}});
        }
    }
    return result;
}

std::vector<std::string> argument_names(const random_program &program) {
    std::vector<std::string> names;
    for (const program_parameter &parameter : program.parameters) {
        if (parameter.is_argument) {
            names.push_back(parameter.name);
        }
    }
    return names;
}

} // namespace tiramisu::oracle
