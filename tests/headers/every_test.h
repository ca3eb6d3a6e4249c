#pragma once

// What nearly every test includes, compiled once for all programs of tests.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "polyhedral/isl.h"
#include "tiramisu/tiramisu.h"
