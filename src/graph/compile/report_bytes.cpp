#include "graph/compile/report_bytes.h"

#include <cstring>

namespace tiramisu::graph {

namespace {

using support::byte_reader;
using support::byte_writer;

void write_step(byte_writer &to, const nn::network_report::step &one) {
    to.text(one.node);
    to.text(one.text);
    to.text(one.solver);
    std::uint64_t operations = 0;
    std::memcpy(&operations, &one.operations, sizeof operations);
    to.number(operations);
}

nn::network_report::step read_step(byte_reader &from) {
    nn::network_report::step made;
    made.node = from.text();
    made.text = from.text();
    made.solver = from.text();
    const std::uint64_t operations = from.number();
    std::memcpy(&made.operations, &operations, sizeof operations);
    return made;
}

} // namespace

void write_report(byte_writer &to, const nn::network_report &report) {
    support::write_all(to, report.steps, write_step);
    to.number(static_cast<std::uint64_t>(report.functions));
    to.number(static_cast<std::uint64_t>(report.reorders));
    to.number(report.weights_bytes);
    to.number(report.memory_bytes);
    to.number(report.least_memory_bytes);
}

nn::network_report read_report(byte_reader &from) {
    nn::network_report made;
    support::read_all(from, made.steps, read_step);
    made.functions = static_cast<int>(from.number());
    made.reorders = static_cast<int>(from.number());
    made.weights_bytes = from.number();
    made.memory_bytes = from.number();
    made.least_memory_bytes = from.number();
    return made;
}

} // namespace tiramisu::graph
