#include "tiramisu/other_targets.h"

#include "tiramisu/error.h"

namespace tiramisu::detail {

void refuse_gpu(const std::string &call) {
    throw unsupported_error(call, "",
                            "this version generates no code for GPUs and their libraries; leave "
                            "it out to run on this machine's processor, where call() calls any C "
                            "function");
}

void refuse_messages(const std::string &call) {
    throw unsupported_error(call, "",
                            "this version generates no messages between processes; leave it out "
                            "to run in one process, where parallelize() uses all cores");
}

} // namespace tiramisu::detail
