#pragma once

#include "nn/framework/program/call_checks.h"
#include "nn/layers/conv2d/task.h"

// Of layers whose number or size of images is known at run time only.

namespace tiramisu::nn {

/// Throws user_error where the layer is to be for any size, but oh and ow of the problem do not
/// follow from ih and iw; or for any number of images, but is cut for none.
void require_sizes_to_cut_for(const conv2d_task &task, source_place where);

/// Throws user_error if the task is for another number or size of images.
void require_taken(const conv2d_task &task, const image_sizes &images, const call_checks &checks);

/// The task's problem with such images. Throws user_error as require_taken(), or as
/// conv2d_problem::completed().
conv2d_problem sized_problem(const conv2d_task &task, const image_sizes &images,
                             const call_checks &checks);

/// Throws user_error if any number or size of images is asked for. `subject` has one of each,
/// "a chain".
void require_fixed_sizes(const std::string &subject, bool any_batch, bool any_size,
                         source_place where);

} // namespace tiramisu::nn
