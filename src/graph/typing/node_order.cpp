#include "graph/typing/node_order.h"

#include <map>
#include <set>

namespace tiramisu::graph {

namespace {

class sorter {
public:
    sorter(const model &network, problem_list &problems)
        : nodes_(network.nodes), problems_(problems) {
        for (const value_declaration &one : network.inputs) {
            add_origin(one.name, "input");
        }
        for (const auto &[name, values] : network.constants) {
            add_origin(name, "constant");
        }
        for (const node_pointer &one : nodes_) {
            for (const std::string &output : one->outputs) {
                if (!output.empty()) {
                    add_origin(output, one->subject());
                }
            }
        }
        for (const value_declaration &one : network.inputs) {
            there_.insert(one.name);
        }
        for (const auto &[name, values] : network.constants) {
            there_.insert(name);
        }
    }

    std::vector<node_pointer> sorted() {
        for (std::size_t i = 0; i < nodes_.size(); i++) {
            look_at(i);
        }
        while (!ready_.empty()) {
            const std::size_t next = *ready_.begin();
            ready_.erase(ready_.begin());
            take(next);
        }
        tell_of_circles();
        return std::move(sorted_);
    }

private:
    const std::vector<node_pointer> &nodes_;
    problem_list &problems_;
    std::map<std::string, std::string> origins_;
    std::set<std::string> there_;
    std::map<std::string, std::vector<std::size_t>> readers_; ///< that wait for a value
    std::map<std::size_t, int> waits_for_;                    ///< so many values
    std::set<std::size_t> ready_;
    std::vector<node_pointer> sorted_;

    void add_origin(const std::string &value, const std::string &origin) {
        const auto [known, is_new] = origins_.emplace(value, origin);
        if (!is_new) {
            problems_.add("value \"" + value + "\"",
                          "is made twice, by " + known->second + " and by " + origin);
        }
    }

    void look_at(std::size_t i) {
        for (const std::string &input : model::reads_of(*nodes_[i])) {
            if (input.empty() || there_.count(input) != 0) {
                continue;
            }
            if (origins_.count(input) == 0) {
                problems_.add(nodes_[i]->subject(), "reads \"" + input + "\", which nothing makes");
                continue;
            }
            readers_[input].push_back(i);
            waits_for_[i]++;
        }
        if (waits_for_.count(i) == 0) {
            ready_.insert(i);
        }
    }

    void take(std::size_t i) {
        sorted_.push_back(nodes_[i]);
        for (const std::string &output : nodes_[i]->outputs) {
            if (!there_.insert(output).second) {
                continue;
            }
            for (const std::size_t reader : readers_[output]) {
                if (--waits_for_[reader] == 0) {
                    ready_.insert(reader);
                }
            }
        }
    }

    void tell_of_circles() {
        for (const auto &[i, values] : waits_for_) {
            if (values > 0) {
                problems_.add(nodes_[i]->subject(),
                              "waits for a value that follows from its own output");
            }
        }
    }
};

} // namespace

std::vector<node_pointer> in_order_of_reads(const model &network, problem_list &problems) {
    return sorter(network, problems).sorted();
}

} // namespace tiramisu::graph
