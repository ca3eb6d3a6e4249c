#include "tiramisu/runtime.h"

#include <HalideRuntime.h>

extern "C" {

const char *tiramisu_error_name(int code) {
#define TIRAMISU_NAME(name)                                                                        \
    case halide_error_code_##name: return #name
    switch (static_cast<halide_error_code_t>(code)) {
        TIRAMISU_NAME(success);
        TIRAMISU_NAME(generic_error);
        TIRAMISU_NAME(explicit_bounds_too_small);
        TIRAMISU_NAME(bad_type);
        TIRAMISU_NAME(access_out_of_bounds);
        TIRAMISU_NAME(buffer_allocation_too_large);
        TIRAMISU_NAME(buffer_extents_too_large);
        TIRAMISU_NAME(constraints_make_required_region_smaller);
        TIRAMISU_NAME(constraint_violated);
        TIRAMISU_NAME(param_too_small);
        TIRAMISU_NAME(param_too_large);
        TIRAMISU_NAME(out_of_memory);
        TIRAMISU_NAME(buffer_argument_is_null);
        TIRAMISU_NAME(debug_to_file_failed);
        TIRAMISU_NAME(copy_to_host_failed);
        TIRAMISU_NAME(copy_to_device_failed);
        TIRAMISU_NAME(device_malloc_failed);
        TIRAMISU_NAME(device_sync_failed);
        TIRAMISU_NAME(device_free_failed);
        TIRAMISU_NAME(no_device_interface);
        TIRAMISU_NAME(unimplemented);
        TIRAMISU_NAME(symbol_not_found);
        TIRAMISU_NAME(internal_error);
        TIRAMISU_NAME(device_run_failed);
        TIRAMISU_NAME(unaligned_host_ptr);
        TIRAMISU_NAME(bad_fold);
        TIRAMISU_NAME(fold_factor_too_small);
        TIRAMISU_NAME(requirement_failed);
        TIRAMISU_NAME(buffer_extents_negative);
        TIRAMISU_NAME(gpu_device_error);
        TIRAMISU_NAME(trace_failed);
        TIRAMISU_NAME(specialize_fail);
        TIRAMISU_NAME(device_wrap_native_failed);
        TIRAMISU_NAME(device_detach_native_failed);
        TIRAMISU_NAME(host_is_null);
        TIRAMISU_NAME(bad_extern_fold);
        TIRAMISU_NAME(device_interface_no_device);
        TIRAMISU_NAME(host_and_device_dirty);
        TIRAMISU_NAME(buffer_is_null);
        TIRAMISU_NAME(device_buffer_copy_failed);
        TIRAMISU_NAME(device_crop_unsupported);
        TIRAMISU_NAME(device_crop_failed);
        TIRAMISU_NAME(incompatible_device_interface);
        TIRAMISU_NAME(bad_dimensions);
        TIRAMISU_NAME(device_dirty_with_no_device_support);
        TIRAMISU_NAME(storage_bound_too_small);
        TIRAMISU_NAME(split_factor_not_positive);
        TIRAMISU_NAME(vscale_invalid);
        TIRAMISU_NAME(cannot_profile_pipeline);
    }
#undef TIRAMISU_NAME
    return "unknown_error";
}

} // extern "C"
