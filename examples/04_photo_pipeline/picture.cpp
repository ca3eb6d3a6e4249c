#include "picture.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

picture read_png_as_rgb(const std::string &path) {
    png_image png = {};
    png.version = PNG_IMAGE_VERSION;
    picture image;
    if (png_image_begin_read_from_file(&png, path.c_str())) {
        png.format = PNG_FORMAT_RGB;
        image.width = static_cast<int>(png.width);
        image.height = static_cast<int>(png.height);
        image.channels = 3;
        image.pixels.resize(PNG_IMAGE_SIZE(png));
        png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr);
    }
    if (PNG_IMAGE_FAILED(png)) {
        png_image_free(&png);
        throw std::runtime_error("cannot read " + path + ": " + png.message);
    }
    return image;
}

void write_png(const picture &image, const std::string &path) {
    png_image png = {};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = image.channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    if (!png_image_write_to_file(&png, path.c_str(), 0, image.pixels.data(), 0, nullptr)) {
        throw std::runtime_error("cannot write " + path + ": " + png.message);
    }
}

std::vector<float> to_planes_with_border(const picture &image) {
    std::vector<float> planes;
    planes.reserve(image.pixels.size());
    for (int channel = 0; channel < image.channels; channel++) {
        for (int y = -1; y <= image.height; y++) {
            for (int x = -1; x <= image.width; x++) {
                const int from_y = std::clamp(y, 0, image.height - 1);
                const int from_x = std::clamp(x, 0, image.width - 1);
                const int pixel = (from_y * image.width + from_x) * image.channels + channel;
                planes.push_back(static_cast<float>(image.pixels[static_cast<std::size_t>(pixel)]) /
                                 255);
            }
        }
    }
    return planes;
}

namespace {

/// The value that all but 1 in 500 elements stay below.
float nearly_highest(const float *begin, const float *end) {
    std::vector<float> values(begin, end);
    const auto place = values.end() - 1 - static_cast<std::ptrdiff_t>(values.size() / 500);
    std::nth_element(values.begin(), place, values.end());
    return std::max(*place, 1e-6f);
}

} // namespace

picture contact_sheet(const float *planes, int count, int plane_size, int columns) {
    constexpr int gap = 4;
    const int rows = (count + columns - 1) / columns;
    picture sheet;
    sheet.width = columns * (plane_size + gap) + gap;
    sheet.height = rows * (plane_size + gap) + gap;
    sheet.channels = 1;
    sheet.pixels.assign(static_cast<std::size_t>(sheet.width) * sheet.height, 96);

    for (int plane = 0; plane < count; plane++) {
        const float *from = planes + plane * plane_size * plane_size;
        const float white = nearly_highest(from, from + plane_size * plane_size);
        const int top = gap + plane / columns * (plane_size + gap);
        const int left = gap + plane % columns * (plane_size + gap);
        for (int y = 0; y < plane_size; y++) {
            for (int x = 0; x < plane_size; x++) {
                const float value =
                    std::pow(std::min(from[y * plane_size + x] / white, 1.0f), 0.7f);
                const int pixel = (top + y) * sheet.width + left + x;
                sheet.pixels[static_cast<std::size_t>(pixel)] =
                    static_cast<std::uint8_t>(value * 255 + 0.5f);
            }
        }
    }
    return sheet;
}
