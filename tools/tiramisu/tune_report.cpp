#include "tiramisu/tune_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "tiramisu/html_page.h"

namespace tiramisu::tool {

namespace {

std::string number(double value, const char *format = "%.1f") {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string milliseconds(double seconds) {
    return number(seconds * 1000, "%.4g") + " ms";
}

/// The best time after each trial.
std::vector<double> best_so_far(const std::vector<tuned_candidate> &candidates) {
    std::vector<double> best;
    double least = HUGE_VAL;
    for (const tuned_candidate &one : candidates) {
        if (one.outcome == "measured") {
            least = std::min(least, one.seconds);
            best.push_back(least);
        }
    }
    return best;
}

/// A falling staircase, on a logarithmic scale.
std::string curve(const std::vector<double> &best) {
    if (best.size() < 2) {
        return "<p>There are fewer than two trials to draw.</p>\n";
    }
    constexpr double width = 640, height = 200, margin = 70;
    const double top = std::log(best.front()), bottom = std::log(best.back());
    const double range = std::max(top - bottom, 1e-9);
    const auto x = [&](std::size_t trial) {
        return margin + width * static_cast<double>(trial) / static_cast<double>(best.size() - 1);
    };
    const auto y = [&](double seconds) { return 10 + height * (top - std::log(seconds)) / range; };
    std::string path = "M" + number(x(0)) + " " + number(y(best.front()));
    for (std::size_t trial = 1; trial < best.size(); ++trial) {
        path += " H" + number(x(trial)) + " V" + number(y(best[trial]));
    }
    const auto label = [](double at_x, double at_y, const char *anchor, const std::string &text) {
        return "<text x=\"" + number(at_x) + "\" y=\"" + number(at_y) + "\" text-anchor=\"" +
               anchor + "\" font-size=\"12\">" + escaped(text) + "</text>";
    };
    return "<figure><svg viewBox=\"0 0 740 250\" width=\"740\" role=\"img\"><path d=\"" + path +
           "\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>" +
           label(margin - 6, y(best.front()) + 4, "end", milliseconds(best.front())) +
           label(margin - 6, y(best.back()) + 4, "end", milliseconds(best.back())) +
           label(margin, height + 35, "start", "trial 0") +
           label(margin + width, height + 35, "end", "trial " + std::to_string(best.size() - 1)) +
           "</svg><figcaption>Best time so far, on a logarithmic scale</figcaption></figure>\n";
}

struct population {
    int proposed = 0, illegal = 0, refused = 0, failed = 0, measured = 0;
    double best = HUGE_VAL;
};

std::string cell(const std::string &text) {
    return "<td>" + escaped(text) + "</td>";
}

std::string populations(const std::vector<tuned_candidate> &candidates) {
    std::map<std::string, population> by_sketch;
    for (const tuned_candidate &one : candidates) {
        population &of = by_sketch[one.sketch];
        ++of.proposed;
        const bool is_measured = one.outcome == "measured";
        of.illegal += one.outcome == "illegal" ? 1 : 0;
        of.refused += one.outcome == "refused" ? 1 : 0;
        of.measured += is_measured ? 1 : 0;
        of.failed = of.proposed - of.illegal - of.refused - of.measured;
        of.best = is_measured ? std::min(of.best, one.seconds) : of.best;
    }
    std::string text = "<table><tr><th>sketch</th><th>proposed</th><th>illegal</th><th>refused</th>"
                       "<th>failed</th><th>measured</th><th>best</th></tr>\n";
    for (const auto &[sketch, of] : by_sketch) {
        text += "<tr>" + cell(sketch);
        for (const int count : {of.proposed, of.illegal, of.refused, of.failed, of.measured}) {
            text += cell(std::to_string(count));
        }
        text += cell(of.measured > 0 ? milliseconds(of.best) : "") + "</tr>\n";
    }
    return text + "</table>\n";
}

std::string deaths(const std::vector<tuned_candidate> &candidates) {
    std::map<std::pair<std::string, std::string>, int> counts;
    for (const tuned_candidate &one : candidates) {
        if (one.outcome != "measured") {
            ++counts[{one.outcome, one.reason}];
        }
    }
    if (counts.empty()) {
        return "<p>All candidates were measured.</p>\n";
    }
    std::string text = "<table><tr><th>outcome</th><th>candidates</th><th>why</th></tr>\n";
    for (const auto &[death, count] : counts) {
        text += "<tr>" + cell(death.first) + cell(std::to_string(count)) +
                "<td style=\"text-align: left\">" + escaped(death.second) + "</td></tr>\n";
    }
    return text + "</table>\n";
}

/// Of the loop that works most.
std::string machine_code(const std::string &inner_loop) {
    if (inner_loop.empty()) {
        return "";
    }
    const std::string open =
        std::count(inner_loop.begin(), inner_loop.end(), '\n') > 60 ? "" : " open";
    return "<details" + open +
           "><summary>Its innermost loop with most arithmetic, as machine code</summary>\n<pre>" +
           escaped(inner_loop) + "</pre></details>\n";
}

std::string chapter(const tuned_report &of) {
    return "<h2>" + escaped(of.function) + "</h2>\n<pre>" + escaped(of.table) + "</pre>\n" +
           curve(best_so_far(of.candidates)) + "<h3>Candidates by sketch</h3>\n" +
           populations(of.candidates) + "<h3>Candidates that were not measured</h3>\n" +
           deaths(of.candidates) + "<h3>The schedule found</h3>\n<pre>" + escaped(of.outline) +
           "</pre>\n<details><summary>As C++</summary>\n<pre>" + escaped(of.cpp) +
           "</pre></details>\n" + machine_code(of.inner_loop);
}

} // namespace

std::string tune_report_page(const std::vector<tuned_report> &reports) {
    std::string body;
    for (const tuned_report &one : reports) {
        body += chapter(one);
    }
    return html_page("Search for schedules", body);
}

} // namespace tiramisu::tool
