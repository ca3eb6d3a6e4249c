#include "tiramisu/html.h"

#include "tiramisu/html_page.h"
#include "tiramisu/text.h"

namespace tiramisu::tool {

namespace {

std::string section(const shown_part &part, const report &of) {
    const std::string &content = of.*part.text;
    if (content.empty()) {
        return "";
    }
    // What is long and of a lower component is folded away.
    const bool is_open =
        part.text != &report::stmt && part.text != &report::llvm && part.text != &report::assembly;
    return std::string("<details") + (is_open ? " open" : "") + "><summary>" + part.title +
           "</summary>\n<pre>" + escaped(content) + "</pre></details>\n";
}

std::string figures(const report &of) {
    std::string text;
    for (const picture &one : of.pictures) {
        text += one.svg.empty()
                    ? "<p>" + escaped(one.title + " cannot be drawn: " + one.problem) + "</p>\n"
                    : "<figure>\n" + one.svg + "<figcaption>" + escaped(one.title) +
                          "</figcaption></figure>\n";
    }
    if (text.empty() && !of.no_pictures.empty()) {
        text = "<p>" + escaped(of.no_pictures) + "</p>\n";
    }
    return text.empty()
               ? ""
               : "<details open><summary>Iteration spaces</summary>\n" + text + "</details>\n";
}

std::string chapter(const report &of) {
    std::string text = "<h2>" + escaped(heading(of)) + "</h2>\n";
    text += std::string("<p class=\"") + (of.refused ? "refused" : "accepted") + "\">" +
            (of.refused ? escaped("Refused: " + of.refused->subject + ": " + of.refused->problem)
                        : "Accepted: the schedule keeps the meaning of the program.") +
            "</p>\n";
    if (!of.times.empty()) {
        text += "<p>Times: " + escaped(of.times) + ".</p>\n";
    }
    for (const shown_part &part : shown_parts()) {
        if (part.text == &report::stmt) {
            text += figures(of);
        }
        text += section(part, of);
    }
    return text;
}

} // namespace

std::string to_html(const std::string &title, const std::vector<report> &reports) {
    std::string body;
    for (const report &one : reports) {
        body += chapter(one);
    }
    return html_page(title, body);
}

} // namespace tiramisu::tool
