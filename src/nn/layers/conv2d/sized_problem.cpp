#include "nn/layers/conv2d/sized_problem.h"

#include "nn/framework/problem/numbers.h"
#include "nn/layers/conv2d/layout_checks.h"

namespace tiramisu::nn {

namespace {

std::string subject(const conv2d_problem &problem) {
    return "problem \"" + problem.text() + "\"";
}

} // namespace

void require_sizes_to_cut_for(const conv2d_task &task, source_place where) {
    const conv2d_problem &problem = task.problem;
    conv2d_problem by_rule = problem;
    by_rule.oh = by_rule.ow = 0;
    if (task.any_size && by_rule.completed(where) != problem) {
        throw user_error(subject(problem), "any size",
                         "does not go with oh and ow that do not follow from ih and iw; leave them "
                         "out",
                         where);
    }
    if (task.any_batch && problem.mb == 0) {
        throw user_error(subject(problem), "any number of images",
                         "is cut for mb, which is 0, must be at least 1", where);
    }
}

void require_taken(const conv2d_task &task, const image_sizes &images, const call_checks &checks) {
    const conv2d_problem &problem = task.problem;
    if (!task.any_batch && images.mb != problem.mb) {
        checks.refuse("", "of " + std::to_string(images.mb) + " images, must be " +
                              std::to_string(problem.mb) +
                              "; conv2d_options::any_batch makes a layer for any number");
    }
    if (!task.any_size && (images.ih != problem.ih || images.iw != problem.iw)) {
        checks.refuse("", "of images of " + size_text(images.ih, images.iw) + ", must be of " +
                              size_text(problem.ih, problem.iw) +
                              "; conv2d_options::any_size makes a layer for any size");
    }
}

conv2d_problem sized_problem(const conv2d_task &task, const image_sizes &images,
                             const call_checks &checks) {
    require_taken(task, images, checks);
    conv2d_problem problem = task.problem;
    problem.mb = images.mb;
    if (task.any_size) {
        problem.ih = images.ih;
        problem.iw = images.iw;
        problem.oh = problem.ow = 0;
    }
    const conv2d_problem completed = problem.completed(checks.where());
    check_layouts(completed, task.layouts, checks.where());
    return completed;
}

void require_fixed_sizes(const std::string &subject, bool any_batch, bool any_size,
                         source_place where) {
    if (any_batch || any_size) {
        throw user_error(subject, any_size ? "any_size" : "any_batch",
                         "is asked for, but images of " + subject + " have one number and size",
                         where);
    }
}

} // namespace tiramisu::nn
