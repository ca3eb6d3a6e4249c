#include "tiramisu/html.h"

#include "tiramisu/text.h"

namespace tiramisu::tool {

namespace {

constexpr const char *style = R"(
body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #222 }
h2 { border-bottom: 1px solid #ccc; padding-bottom: .2em; margin-top: 2em }
pre { background: #f6f6f4; padding: .8em 1em; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px; line-height: 1.35 }
summary { cursor: pointer; font-weight: bold; margin: .6em 0 }
figure { margin: 1em 0 }
figcaption { font-size: 13px; color: #555 }
.refused { border-left: 4px solid #d00000; padding-left: 1em }
.accepted { border-left: 4px solid #2a7d2a; padding-left: 1em }
)";

std::string escaped(const std::string &text) {
    std::string result;
    for (char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string section(const shown_part &part, const report &of) {
    const std::string &content = of.*part.text;
    if (content.empty()) {
        return "";
    }
    // What is long and of a lower storey is folded away.
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
    std::string page =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
        escaped(title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" +
        escaped(title) + "</h1>\n";
    for (const report &one : reports) {
        page += chapter(one);
    }
    return page + "</body>\n</html>\n";
}

} // namespace tiramisu::tool
