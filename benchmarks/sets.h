#pragma once

#include <vector>

#include "session.h"

namespace tiramisu::bench {

/// A group of problems that is run by name.
struct benchmark_set {
    const char *name;
    const char *what;
    void (*run)(session &);
};

const std::vector<benchmark_set> &all_sets();

void run_core(session &here);
void run_schedules(session &here);
void run_plain(session &here);
void run_first_schedules(session &here);
void run_dense(session &here);
void run_choice(session &here);
void run_sparse(session &here);
void run_recurrent(session &here);
void run_training(session &here);
void run_networks(session &here);
void run_tune(session &here);
void run_gpu(session &here);

} // namespace tiramisu::bench
