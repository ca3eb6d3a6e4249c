#pragma once

// What most files of the benchmarks include, compiled once.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <tiramisu/nn/nn.h>
#include <tiramisu/tiramisu.h>
