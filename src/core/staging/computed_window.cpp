#include "core/staging/computed_window.h"

#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class computed_window {
public:
    computed_window(running_program &running, const staging &what,
                    const std::vector<std::string> &readers)
        : running_(running), what_(what), readers_(readers) {}

    void compute_inside() {
        std::vector<poly::dependence> kept;
        for (const poly::dependence &dep : running_.dependences()) {
            if (running_.is_staged(what_, readers_, {dep.source, dep.source_access}) ||
                running_.is_staged(what_, readers_, {dep.sink, dep.sink_access})) {
                continue;
            }
            kept.push_back(dep);
            add_inside(dep, kept);
        }
        running_.dependences() = kept;
    }

    /// What one iteration leaves in the window for later ones.
    void wait_for_values() {
        if (what_.kept_level == what_.level) {
            return;
        }
        for (const std::string &reader : readers_) {
            const std::size_t accesses = running_.at(reader).accesses.size();
            for (std::size_t at = 0; at < accesses; ++at) {
                if (running_.is_staged(what_, readers_, {reader, at})) {
                    wait_for_values({reader, at});
                }
            }
        }
    }

private:
    running_program &running_;
    const staging &what_;
    const std::vector<std::string> &readers_;

    void wait_for_values(const access_place &read) {
        const running_statement &reader = running_.at(read.statement);
        // { R[l, i] -> [[k] -> P[e]] } and { inside[l, r] -> [[k] -> P[e]] }
        const isl::map reads = leading_dimensions(*reader.definition, what_.kept_around())
                                   .range_product(*reader.accesses[read.ordinal].instances);
        for (const staging::computed_part &part : what_.computed) {
            const isl::map writes =
                leading_dimensions(*part.inside, what_.kept_around()).range_product(part.points);
            poly::dependence flow;
            flow.kind = poly::dependence_kind::flow;
            flow.buffer = what_.window->storage->name;
            flow.source = part.inside->id;
            flow.sink = read.statement;
            flow.source_access = 0; // a statement's first access is its write
            flow.sink_access = read.ordinal;
            flow.pairs = writes.apply_range(reads.reverse());
            if (!flow.pairs.is_empty()) {
                running_.dependences().push_back(std::move(flow));
            }
        }
    }

    bool is_own(const std::string &statement, std::size_t ordinal) const {
        return running_.at(statement).accesses[ordinal].named == what_.source->id;
    }

    void add_inside(const poly::dependence &dep, std::vector<poly::dependence> &all) const {
        const staging::computed_part *source = part_of(what_, dep.source);
        const staging::computed_part *sink = part_of(what_, dep.sink);
        const bool source_is_own = source != nullptr && is_own(dep.source, dep.source_access);
        const bool sink_is_own = sink != nullptr && is_own(dep.sink, dep.sink_access);
        if ((source == nullptr && sink == nullptr) || source_is_own != sink_is_own) {
            return;
        }
        poly::dependence inside = dep;
        if (source != nullptr) {
            inside.source = source->inside->id;
            inside.pairs = source->instances.apply_range(inside.pairs);
        }
        if (sink != nullptr) {
            inside.sink = sink->inside->id;
            inside.pairs = inside.pairs.apply_range(sink->instances.reverse());
        }
        if (source_is_own) {
            inside.buffer = what_.window->storage->name;
            inside.pairs = poly::with_same_leading(inside.pairs, what_.around());
        }
        if (!inside.pairs.is_empty()) {
            all.push_back(inside);
        }
    }
};

} // namespace

const staging::computed_part *part_of(const staging &what, const std::string &id) {
    for (const staging::computed_part &part : what.computed) {
        if (part.original->id == id) {
            return &part;
        }
    }
    return nullptr;
}

void compute_inside(running_program &running, const staging &what,
                    const std::vector<std::string> &readers) {
    computed_window window(running, what, readers);
    window.compute_inside();
    window.wait_for_values();
}

} // namespace tiramisu::core
