#include "autoscheduler/cost/models.h"

#include "autoscheduler/cost/learned/learned_model.h"
#include "tiramisu/error.h"

namespace tiramisu::tune {

namespace {

std::unique_ptr<cost_model> learned(const model_choice &choice, const machine &target) {
    auto model = std::make_unique<learned_model>(choice.task, analytic_model(target));
    if (!choice.file.empty()) {
        model->keep_in(choice.file);
    }
    model->add(choice.known);
    model->learn_all();
    return model;
}

} // namespace

std::unique_ptr<cost_model> model_called(const model_choice &choice, const machine &target) {
    if (choice.name == "analytic") {
        return analytic_model(target);
    }
    if (choice.name == "learned") {
        return learned(choice, target);
    }
    if (choice.name == "random") {
        return random_model(choice.seed);
    }
    throw user_error("tuning", "",
                     "there is no cost model \"" + choice.name +
                         "\"; there are analytic, learned, random");
}

} // namespace tiramisu::tune
