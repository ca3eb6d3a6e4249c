#include "core/report/iteration_space_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/report/svg_elements.h"

namespace tiramisu::core {

namespace {

using svg::attribute, svg::line, svg::number, svg::place, svg::text_at;

using point = iteration_space::point;
using arrow = iteration_space::arrow;

constexpr double cell = 40, margin = 48, mark_size = 6, legend_line = 18;
/// If there are more points than this, only their tooltips show their numbers.
constexpr std::size_t most_numbers = 150;
constexpr std::size_t most_arrows = 3000;

constexpr std::array<const char *, 8> tile_colours = {"#8ecae6", "#ffd166", "#a7c957", "#f4a6b5",
                                                      "#cdb4db", "#f7b267", "#9ad1c8", "#d0d0d0"};

std::string values_text(const std::vector<long> &values) {
    std::string text;
    for (long value : values) {
        text += (text.empty() ? "" : ", ") + std::to_string(value);
    }
    return text;
}

class painter {
public:
    explicit painter(const iteration_space &space) : space_(space) {
        if (!space.points.empty()) {
            const point &any = space.points.front();
            first_row_ = last_row_ = any.row;
            first_column_ = last_column_ = any.column;
        }
        for (const point &p : space.points) {
            first_row_ = std::min(first_row_, p.row);
            first_column_ = std::min(first_column_, p.column);
            last_row_ = std::max(last_row_, p.row);
            last_column_ = std::max(last_column_, p.column);
            tiles_.insert(p.tile);
        }
    }

    std::string paint() {
        const std::string body = order() + vectors() + arrows() + marks() + axes();
        const std::string notes = legend();
        const double width = std::max(420.0, legend_x() + margin);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
               attribute("height", legend_y_) + " viewBox=\"0 0 " + number(width) + " " +
               number(legend_y_) + "\">\n" + svg::definitions() +
               "  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + body + notes +
               "</svg>\n";
    }

private:
    double column_x(long column) const {
        return margin + cell * (static_cast<double>(column - first_column_) + 0.5);
    }
    double row_y(long row) const {
        return margin + cell * (static_cast<double>(row - first_row_) + 0.5);
    }
    double legend_x() const { return column_x(last_column_) + cell; }

    /// Computations that are drawn together stand beside one another in their cell.
    place centre(const point &p) const {
        const auto count = static_cast<double>(space_.computations.size());
        const double offset =
            (static_cast<double>(p.computation) - (count - 1) / 2) * (cell * 0.7 / count);
        return {column_x(p.column) + offset, row_y(p.row) + offset};
    }

    const char *colour(const point &p) const {
        const auto tile = std::distance(tiles_.begin(), tiles_.find(p.tile));
        return tile_colours[static_cast<std::size_t>(tile) % tile_colours.size()];
    }

    std::string shape(std::size_t computation, const place &at, const std::string &fill) const {
        const std::string end = " class=\"mark\" fill=\"" + fill + "\"";
        if (computation % 2 == 0) {
            return "<circle" + attribute("cx", at.x) + attribute("cy", at.y) +
                   attribute("r", mark_size) + end;
        }
        return "<rect" + attribute("x", at.x - mark_size) + attribute("y", at.y - mark_size) +
               attribute("width", 2 * mark_size) + attribute("height", 2 * mark_size) +
               (computation % 4 == 3
                    ? " transform=\"rotate(45 " + number(at.x) + " " + number(at.y) + ")\""
                    : "") +
               end;
    }

    std::string order() const {
        std::string points;
        for (const point &p : space_.points) {
            const place at = centre(p);
            points += (points.empty() ? "" : " ") + number(at.x) + "," + number(at.y);
        }
        return "  <polyline class=\"order\" points=\"" + points + "\"/>\n";
    }

    /// A bar behind the lanes of each vector.
    std::string vectors() {
        std::map<std::pair<std::size_t, std::vector<long>>, std::vector<place>> lanes;
        for (const point &p : space_.points) {
            if (!p.vector.empty()) {
                lanes[{p.computation, p.vector}].push_back(centre(p));
            }
        }
        std::string text;
        for (const auto &[vector, places] : lanes) {
            if (places.size() > 1) {
                has_vectors_ = true;
                text += line(places.front(), places.back(), "vector");
            }
        }
        return text;
    }

    std::string arrows() const {
        std::string text;
        for (std::size_t i = 0; i < std::min(space_.arrows.size(), most_arrows); ++i) {
            const arrow &a = space_.arrows[i];
            const place from = centre(space_.points[a.source]), to = centre(space_.points[a.sink]);
            const double length = std::hypot(to.x - from.x, to.y - from.y);
            const double dx = (to.x - from.x) / length * mark_size;
            const double dy = (to.y - from.y) / length * mark_size;
            text += line({from.x + dx, from.y + dy}, {to.x - dx, to.y - dy},
                         std::string("arrow ") + poly::to_string(a.kind) +
                             (a.is_broken ? " broken" : ""));
        }
        return text;
    }

    std::string marks() const {
        std::string text;
        for (const point &p : space_.points) {
            const place at = centre(p);
            std::string title = space_.computations[p.computation] + " at " + space_.rows + " = " +
                                std::to_string(p.row);
            if (!space_.columns.empty()) {
                title += ", " + space_.columns + " = " + std::to_string(p.column);
            }
            title += ": number " + std::to_string(p.rank + 1);
            if (!p.tile.empty()) {
                title += ", tile (" + values_text(p.tile) + ")";
            }
            const std::string mark = shape(p.computation, at, colour(p));
            const std::string element = mark.substr(1, mark.find(' ') - 1);
            text += "  " + mark + "><title>" + title + "</title></" + element + ">\n";
            if (space_.points.size() <= most_numbers) {
                text += text_at({at.x + mark_size + 1, at.y - mark_size + 1},
                                std::to_string(p.rank + 1), " class=\"number\"");
            }
        }
        return text;
    }

    std::string axes() const {
        if (space_.points.empty()) {
            return text_at({margin, margin}, "no instances", "");
        }
        std::string text =
            text_at({margin - 40, margin - 24},
                    space_.rows + " down" +
                        (space_.columns.empty() ? "" : ", " + space_.columns + " to the right"),
                    " class=\"axis\"");
        const std::string centred = " text-anchor=\"middle\"";
        for (long row = first_row_; row <= last_row_; ++row) {
            text += text_at({margin - 18, row_y(row) + 4}, std::to_string(row), centred);
        }
        for (long column = first_column_; column <= last_column_ && !space_.columns.empty();
             ++column) {
            text += text_at({column_x(column), margin - 6}, std::to_string(column), centred);
        }
        return text;
    }

    std::string legend() {
        legend_y_ = row_y(last_row_) + cell;
        std::string text;
        const auto note = [&](const std::string &symbol, const std::string &content) {
            text += symbol + text_at({margin + 34, legend_y_ + 4}, content, "");
            legend_y_ += legend_line;
        };
        for (std::size_t c = 0; c < space_.computations.size(); ++c) {
            note("  " + shape(c, {margin + 12, legend_y_}, "white") + "/>\n",
                 space_.computations[c]);
        }
        note("  <polyline class=\"order\" points=\"" + number(margin) + "," + number(legend_y_) +
                 " " + number(margin + 24) + "," + number(legend_y_) + "\"/>\n",
             "order of execution");
        for (const char *classes : {"flow", "anti", "output", "broken"}) {
            if (has_arrows(classes)) {
                note(line({margin, legend_y_}, {margin + 24, legend_y_},
                          std::string("arrow ") + classes),
                     classes == std::string("broken") ? "dependence that the schedule breaks"
                                                      : std::string(classes) + " dependence");
            }
        }
        if (has_vectors_) {
            note(line({margin + 4, legend_y_}, {margin + 20, legend_y_}, "vector"),
                 "lanes of one vector, along " + space_.vector_loop);
        }
        if (!space_.tile_loops.empty()) {
            std::string loops;
            for (const std::string &loop : space_.tile_loops) {
                loops += (loops.empty() ? "" : ", ") + loop;
            }
            const bool is_in_one = space_.is_cut_off && tiles_.size() == 1;
            note("", "colours: tiles, by " + loops +
                         (is_in_one ? "; one is larger than what is shown" : ""));
        }
        if (space_.is_cut_off) {
            note("", "cut off: there are more rows or columns than are shown");
        }
        if (space_.arrows.size() > most_arrows) {
            note("", "the first " + std::to_string(most_arrows) + " of " +
                         std::to_string(space_.arrows.size()) + " dependences");
        }
        return text;
    }

    bool has_arrows(const std::string &classes) const {
        return std::any_of(space_.arrows.begin(), space_.arrows.end(), [&](const arrow &a) {
            return classes == "broken" ? a.is_broken
                                       : !a.is_broken && classes == poly::to_string(a.kind);
        });
    }

    const iteration_space &space_;
    long first_row_ = 0, first_column_ = 0, last_row_ = 0, last_column_ = 0;
    std::set<std::vector<long>> tiles_;
    bool has_vectors_ = false;
    double legend_y_ = 0;
};

} // namespace

std::string to_svg(const iteration_space &space) {
    return painter(space).paint();
}

} // namespace tiramisu::core
