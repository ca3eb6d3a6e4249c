#include "curve.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace {

using colour = std::array<std::uint8_t, 3>;

constexpr int width = 720, height = 400, margin = 24;
constexpr colour white = {255, 255, 255}, grey = {208, 208, 208}, blue = {31, 119, 180},
                 orange = {214, 96, 20};

class drawing {
public:
    drawing() : pixels_(std::size_t{3} * width * height, white[0]) {}

    /// Corners of the plot are 0, 0 and 1, 1; what lies outside is drawn at its border.
    void line(double x0, double y0, double x1, double y1, const colour &of, int thick) {
        const double across = std::abs(x1 - x0) * width, up = std::abs(y1 - y0) * height;
        const int steps = std::max(1, static_cast<int>(2 * std::max(across, up)));
        for (int i = 0; i <= steps; i++) {
            const double share = static_cast<double>(i) / steps;
            dot(x0 + share * (x1 - x0), y0 + share * (y1 - y0), of, thick);
        }
    }

    void write(const std::string &path) const {
        png_image png = {};
        png.version = PNG_IMAGE_VERSION;
        png.width = width;
        png.height = height;
        png.format = PNG_FORMAT_RGB;
        if (!png_image_write_to_file(&png, path.c_str(), 0, pixels_.data(), 0, nullptr)) {
            throw std::runtime_error("cannot write " + path + ": " + png.message);
        }
    }

private:
    void dot(double x, double y, const colour &of, int thick) {
        const int column =
            margin + static_cast<int>(std::clamp(x, 0.0, 1.0) * (width - 2 * margin));
        const int row =
            height - margin - static_cast<int>(std::clamp(y, 0.0, 1.0) * (height - 2 * margin));
        for (int dy = 0; dy < thick; dy++) {
            for (int dx = 0; dx < thick; dx++) {
                const int pixel = (row + dy) * width + column + dx;
                std::copy(of.begin(), of.end(), pixels_.begin() + std::ptrdiff_t{3} * pixel);
            }
        }
    }

    std::vector<std::uint8_t> pixels_;
};

void draw(drawing &on, const std::vector<float> &values, double lowest, double highest,
          const colour &of, int thick) {
    const auto height_of = [&](double value) { return (value - lowest) / (highest - lowest); };
    for (std::size_t i = 1; i < values.size(); i++) {
        const double last = static_cast<double>(values.size() - 1);
        on.line(static_cast<double>(i - 1) / last, height_of(values[i - 1]),
                static_cast<double>(i) / last, height_of(values[i]), of, thick);
    }
}

} // namespace

void draw_png(const progress &of, const std::string &path) {
    drawing made;
    constexpr int lines = 4;
    for (int i = 0; i <= lines; i++) {
        made.line(0, 1.0 * i / lines, 1, 1.0 * i / lines, grey, 1);
    }
    draw(made, of.losses, 0, of.losses.front(), blue, 1);
    std::vector<float> accuracies = {0.1f}; // of guesses
    accuracies.insert(accuracies.end(), of.accuracies.begin(), of.accuracies.end());
    draw(made, accuracies, 0.8, 1, orange, 3);
    made.write(path);
}
