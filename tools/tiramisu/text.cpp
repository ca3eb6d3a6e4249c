#include "tiramisu/text.h"

#include <sstream>

namespace tiramisu::tool {

namespace {

std::string indented(const std::string &text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        result += "    " + line + '\n';
    }
    return result;
}

void add_row(std::string &text, const std::string &name, const std::string &value) {
    if (!value.empty()) {
        text += "  " + name + std::string(14 - name.size(), ' ') + value + '\n';
    }
}

std::string explain(const report &of) {
    const std::string notes = of.notes.empty() ? "" : "  notes:\n" + indented(of.notes);
    if (!of.refused) {
        return heading(of) + ": accepted\n" + notes;
    }
    const refusal &why = *of.refused;
    std::string text = heading(of) + ": refused\n";
    add_row(text, "what", why.subject);
    if (why.call.empty()) {
        add_row(text, "place", why.place);
    } else {
        add_row(text, "command", why.call + (why.place.empty() ? "" : " (" + why.place + ")"));
    }
    add_row(text, "why", why.problem);
    if (!why.kind.empty()) {
        add_row(text, "dependence", why.kind + " through " + why.buffer);
        add_row(text, "has to run", why.source_instance + " before " + why.sink_instance);
        add_row(text, "loop", why.loop);
        add_row(text, "to mend it", why.suggestion);
    }
    return text + "  the schedule:\n" + indented(of.schedule) + "  its loops:\n" +
           indented(of.outline) + notes;
}

} // namespace

const std::vector<shown_part> &shown_parts() {
    static const std::vector<shown_part> parts = {
        {"--algorithm", "Algorithm", &report::algorithm},
        {"--deps", "Dependences", &report::dependences},
        {"--schedule", "Schedule", &report::schedule},
        {"--outline", "Outline of the loops", &report::outline},
        {"--loops", "Loops", &report::loops},
        {"--banks", "Banks of shared memory", &report::banks},
        {"--stmt", "Statement", &report::stmt},
        {"--llvm", "LLVM", &report::llvm},
        {"--asm", "Assembly", &report::assembly},
        {"--ptx", "Kernels in PTX", &report::ptx},
        {"--sass", "Machine code of kernels", &report::sass}};
    return parts;
}

std::string heading(const report &of) {
    return of.function + (of.place.empty() ? "" : " (" + of.place + ")");
}

std::string show(const std::vector<report> &reports, const std::vector<shown_part> &parts) {
    std::string text;
    for (const report &one : reports) {
        if (reports.size() > 1 || one.refused) {
            text += "=== " + heading(one) + (one.refused ? ": refused, see tiramisu explain" : "") +
                    '\n';
        }
        for (const shown_part &part : parts) {
            const std::string &content = one.*part.text;
            if (parts.size() > 1) {
                text += std::string("--- ") + part.title + '\n';
            }
            text += content.empty() && one.refused ? "none: the schedule is refused\n" : content;
        }
    }
    return text;
}

std::string explain(const std::vector<report> &reports) {
    std::string text;
    for (const report &one : reports) {
        text += explain(one);
    }
    return text;
}

} // namespace tiramisu::tool
