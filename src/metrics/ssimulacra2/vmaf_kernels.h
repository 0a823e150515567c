// Profile vmaf on a device: three launches a frame.
//
// Colours turns both pictures into XYB at every scale; Rows blurs along rows, an item a row;
// Columns blurs along columns, an item a column, and scores them on the way. The recursions of the
// blur run along whole rows and columns, so that lines are what is worked on at once. All scales
// are independent once their XYB is there and share the launches.
#pragma once

#include "metrics/ssimulacra2/vmaf_colours.h"
#include "metrics/ssimulacra2/vmaf_columns.h"
#include "metrics/ssimulacra2/vmaf_rows.h"
