// SPDX-License-Identifier: Apache-2.0
// resize() runs alone.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_ONE_THREAD(ResizableTable::resize);
HEDDLE_NOT_TOGETHER(ResizableTable::resize, ResizableTable::add);
HEDDLE_NOT_TOGETHER(ResizableTable::resize, ResizableTable::get);
