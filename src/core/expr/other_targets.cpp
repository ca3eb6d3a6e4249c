#include "core/expr/other_targets.h"

#include "tiramisu/auto_scheduler/no_search.h"
#include "tiramisu/other_targets.h"

namespace tiramisu::core {

void refuse_target(const std::string &subject, const std::string &call, const std::string &target,
                   source_place where) {
    throw unsupported_error(
        subject, call,
        "is for " + target +
            ", for which this version generates no code; leave it out to run in one process on the "
            "processor, which has parallelize() and vectorize() for loops, memory::temporary and "
            "memory::registers for staged values, and call() for functions of other libraries",
        where);
}

} // namespace tiramisu::core

namespace tiramisu::detail {

void refuse_gpu(const std::string &call, source_place where) {
    core::refuse_target(call, "", "a GPU", where);
}

void refuse_library(const std::string &call, source_place where) {
    core::refuse_target(call, "", "a BLAS library", where);
}

void refuse_messages(const std::string &call, source_place where) {
    core::refuse_target(call, "", "several processes", where);
}

} // namespace tiramisu::detail

namespace tiramisu::auto_scheduler::detail {

void refuse_search(const char *part, source_place where) {
    throw unsupported_error(std::string("auto_scheduler::") + part, "",
                            "this version has no such search; there is beam_search with "
                            "evaluate_by_execution, and tiramisu::auto_schedule()",
                            where);
}

} // namespace tiramisu::auto_scheduler::detail
