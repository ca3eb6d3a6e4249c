#include "tiramisu/tune_network.h"

#include <ostream>

#include "support/noted_interrupt.h"
#include "tiramisu/generator_run.h"
#include "tiramisu/graph/tune_network.h"
#include "tiramisu/tune_layers.h"

namespace tiramisu::tool {

nn::layer_choices tuned_choices(const tune_network_request &asked, const graph::model &model,
                                const nn::network_options &opts, std::ostream &progress) {
    if (asked.seconds == 0) {
        return {};
    }
    if (!opts.layers.relaxed) {
        throw failure("--exact and --tune exclude each other: the fastest layer may be one whose "
                      "sums are not those of the definition; leave one of them out");
    }
    require_database(asked.database);
    nn::perf_db results(asked.database.empty() ? nn::perf_db::user_file() : asked.database);
    const support::noted_interrupt interrupt;
    nn::network_search search;
    search.seconds = asked.seconds;
    search.results = &results;
    search.stop = [&] { return interrupt.has_come(); };
    search.told = [&](const nn::searched_layer &one) {
        progress << "[" << one.number << "/" << one.count << "] " << one.text << ": "
                 << one.fastest.solver
                 << (one.fastest.configuration.empty() ? "" : " " + one.fastest.configuration)
                 << ", " << one.milliseconds << " ms" << std::endl;
    };
    nn::layer_choices choices = nn::tune_network(model, search, opts, {});
    progress << choices.size() << " layers are faster in the network by what was measured than by "
             << "the rule" << std::endl;
    for (const std::string &warning : results.warnings()) {
        progress << warning << std::endl;
    }
    return choices;
}

} // namespace tiramisu::tool
