#include "tiramisu/other_targets.h"

#include "tiramisu/auto_scheduler/no_search.h"
#include "tiramisu/error.h"

namespace tiramisu::detail {

void refuse_gpu(const std::string &call, source_place where) {
    throw unsupported_error(call, "",
                            "this version generates no code for GPUs and their libraries; leave "
                            "it out to run on this machine's processor, where call() calls any C "
                            "function",
                            where);
}

void refuse_messages(const std::string &call, source_place where) {
    throw unsupported_error(call, "",
                            "this version generates no messages between processes; leave it out "
                            "to run in one process, where parallelize() uses all cores",
                            where);
}

} // namespace tiramisu::detail

namespace tiramisu::auto_scheduler::detail {

void refuse_search(const char *part, source_place where) {
    throw unsupported_error(std::string("auto_scheduler::") + part, "",
                            "this version searches for no schedules; give one by commands such as "
                            "tile() and parallelize(), or load one that was saved by "
                            "function::save_schedule()",
                            where);
}

} // namespace tiramisu::auto_scheduler::detail
