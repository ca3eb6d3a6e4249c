#include "driver/layer_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <ostream>

#include "driver/operations.h"
#include "driver/tensor_data.h"
#include "nn/framework/find/find_modes.h"
#include "support/noted_interrupt.h"
#include "tiramisu/nn/nn.h"
#include "tiramisu/runtime.h"

namespace tiramisu::driver {

namespace {

using role = nn::layer_argument::role;

constexpr double usual_density = 0.15;

/// "12.3"
std::string rounded(const char *format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// A line of a name and what is told of it.
void tell(std::ostream &to, const std::string &name, const std::string &text) {
    std::string padded = name;
    padded.resize(15, ' ');
    to << padded << text << '\n';
}

/// Random memory for all arguments of a layer.
class layer_data {
public:
    layer_data(const nn::any_layer &layer, bool is_sparse) {
        std::mt19937 source(1);
        for (const nn::layer_argument &one : layer.arguments()) {
            tensor_data &data =
                all_.emplace(one.name, tensor_data(one.type, one.size())).first->second;
            data.fill(source);
            if (one.name == "variance") {
                data.take_absolute_values();
            }
            if (one.is == role::weights && is_sparse) {
                data.thin_out(density_in(layer.text(), usual_density), source);
            }
            bytes_ += one.bytes();
            is_[one.name] = one.is;
        }
    }

    nn::layer_memory memory() {
        nn::layer_memory made;
        for (auto &[name, data] : all_) {
            if (is_.at(name) == role::source) {
                made.sources[name] = data.memory();
            } else if (is_.at(name) == role::result) {
                made.results[name] = data.memory();
            }
        }
        return made;
    }
    nn::any_weights weights(const nn::any_layer &layer) const {
        for (const auto &[name, which] : is_) {
            if (which == role::weights) {
                return layer.pack(all_.at(name).memory());
            }
        }
        return {};
    }
    std::size_t bytes() const { return bytes_; }

    /// The largest error of the results, over what is allowed for their types.
    struct error {
        double difference = 0, allowed = 0;
        bool is_allowed = true;
    };
    error compared_with(const layer_data &expected) const {
        error worst;
        for (const auto &[name, which] : is_) {
            if (which != role::result) {
                continue;
            }
            const tensor_data &mine = all_.at(name);
            const double difference = largest_difference(expected.all_.at(name), mine);
            worst.allowed = nn::tolerance_of(mine.memory().type());
            worst.difference = std::max(worst.difference, difference);
            worst.is_allowed = worst.is_allowed && difference <= worst.allowed;
        }
        return worst;
    }

private:
    std::map<std::string, tensor_data> all_;
    std::map<std::string, role> is_;
    std::size_t bytes_ = 0;
};

bool has_sparse_weights(const std::string &text) {
    return text.rfind("sparse_", 0) == 0 || text.rfind("spmm ", 0) == 0;
}

double milliseconds_of(const nn::invocation &run) {
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

/// Times the runs, after one that finds its memory and the caches.
void tell_times(const nn::invocation &run, const nn::any_layer &layer, const layer_data &data,
                int iterations, std::ostream &to) {
    run();
    std::vector<double> times;
    for (int i = 0; i < iterations; i++) {
        times.push_back(milliseconds_of(run));
    }
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    tell(to, "time",
         rounded("%.4f ms", median) + ", the median of " + std::to_string(iterations) + "; from " +
             rounded("%.4f", times.front()) + rounded(" to %.4f", times.back()));
    if (const std::optional<double> operations = operations_of(layer.text())) {
        tell(to, "speed", rounded("%.2f GFLOP/s", *operations / median * 1e-6));
    }
    tell(to, "memory",
         rounded("%.2f GB/s", static_cast<double>(data.bytes()) / median * 1e-6) +
             ", each tensor counted once");
}

void tell_ranking(const std::vector<nn::find_result> &all, std::ostream &to) {
    for (const nn::find_result &one : all) {
        const std::string solver = one.record.solver + " " + one.record.configuration;
        tell(to, "measured",
             !one.why_not.empty() ? solver + ": " + one.why_not
             : one.record.milliseconds == 0
                 ? "nothing; the rule takes " + solver
                 : rounded("%.4f ms ", one.record.milliseconds) + solver);
    }
}

void tell_verdicts(const std::vector<nn::solver_verdict> &all, const std::string &taken,
                   std::ostream &to) {
    bool is_before = true;
    for (const nn::solver_verdict &one : all) {
        if (one.solver == taken) {
            is_before = false;
            continue;
        }
        tell(to, "not " + one.solver,
             !one.why_not.empty() ? one.why_not
             : is_before          ? "is not for the rule, or was slower"
                                  : "can do it, and comes later in the rule");
    }
}

nn::layer_options options_of(const run_request &asked, const nn::perf_db &results) {
    nn::layer_options made;
    made.solver = asked.solver;
    made.configuration = asked.configuration;
    made.compiled.target = asked.target;
    made.relaxed = asked.relaxed;
    made.results = &results;
    return made;
}

/// False where Ctrl-C ended it.
bool search(const run_request &asked, const nn::layer_kind &kind, nn::perf_db &results,
            std::ostream &to) {
    const support::noted_interrupt interrupt;
    nn::search_options opts = asked.search;
    opts.results = &results;
    opts.stop = [&] { return interrupt.has_come(); };
    tell_ranking(kind.find(asked.text, opts, {}), to);
    for (const std::string &warning : results.warnings()) {
        tell(to, "warning", warning);
    }
    if (interrupt.has_come()) {
        tell(to, "interrupted", "what was measured until then is remembered");
    }
    return !interrupt.has_come();
}

/// Whether the results are right.
bool tell_verification(const run_request &asked, const layer_data &found, std::ostream &to) {
    nn::layer_options naive;
    naive.solver = "naive";
    naive.compiled.target = asked.target;
    const auto layer = nn::make_layer(asked.text, naive);
    layer_data expected(*layer, has_sparse_weights(asked.text));
    layer->run(expected.memory(), expected.weights(*layer));
    const layer_data::error worst = found.compared_with(expected);
    tell(to, "verification",
         std::string(worst.is_allowed ? "OK" : "FAILED") + ", differs from the naive solver by " +
             rounded("%.2g", worst.difference) + " of the largest value, allowed are " +
             rounded("%.2g", worst.allowed));
    return worst.is_allowed;
}

} // namespace

run_request::run_request(const mode &of, const flag_values &given)
    : text(of.layer_text(given)), solver(given.word("solver")),
      configuration(given.word("configuration")), target(given.word("target")),
      relaxed(given.whole("relaxed") == 1), threads(given.whole("threads")),
      iterations(given.whole("iter")), verifies(given.whole("verify") == 1),
      times(given.whole("time") == 1), searches(given.whole("search") == 1),
      tells_why(given.whole("why") == 1) {
    if (iterations < 1) {
        given.refuse("iter", "must be at least 1");
    }
    if (threads < 0) {
        given.refuse("threads", "must be at least 0");
    }
    search.compiled.target = target;
    search.mode = nn::find_modes().at(given.word("find"));
    search.seconds = given.real("seconds");
    search.patience = given.whole("patience");
    for (const char *name : {"seconds", "patience"}) {
        if (given.real(name) < 0) {
            given.refuse(name, "must be at least 0");
        }
    }
    for (const char *name : {"find", "seconds", "patience"}) {
        if (given.is_given(name) && !searches) {
            given.refuse(name, "is for a search, which --search 1 asks for");
        }
    }
}

run_end run_layer(const run_request &asked, std::ostream &to) {
    if (asked.threads > 0) { // also what layers are cut for
        tiramisu_set_num_threads(asked.threads);
    }
    const nn::layer_kind &kind = nn::kind_of(asked.text, {});
    nn::perf_db results(nn::perf_db::user_file(), nn::perf_db::shipped_file());
    if (asked.searches && !search(asked, kind, results, to)) {
        return run_end::interrupted;
    }
    const auto layer = kind.make(asked.text, options_of(asked, results), {});
    tell(to, "layer", layer->text());
    tell(to, "solver",
         layer->solver() + (layer->configuration().empty() ? "" : " ") + layer->configuration());
    tell(to, "workspace", std::to_string(layer->workspace_bytes()) + " bytes");
    if (asked.tells_why) {
        tell_verdicts(kind.solvers(asked.text, {}), layer->solver(), to);
    }
    layer_data data(*layer, has_sparse_weights(asked.text));
    const nn::any_weights weights = data.weights(*layer);
    if (asked.verifies) {
        layer->run(data.memory(), weights);
        if (!tell_verification(asked, data, to)) {
            return run_end::wrong;
        }
    }
    if (asked.times) {
        tell_times(layer->prepare(data.memory(), weights), *layer, data, asked.iterations, to);
    }
    return run_end::right;
}

} // namespace tiramisu::driver
