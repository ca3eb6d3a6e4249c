#include "tiramisu/html_page.h"

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
table { border-collapse: collapse }
td, th { border-bottom: 1px solid #ddd; padding: .2em .8em; text-align: right; vertical-align: top }
td:first-child, th:first-child { text-align: left; white-space: pre-line }
)";

} // namespace

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

std::string html_page(const std::string &title, const std::string &body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
           escaped(title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" +
           escaped(title) + "</h1>\n" + body + "</body>\n</html>\n";
}

} // namespace tiramisu::tool
