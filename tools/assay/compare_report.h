// The figures of compare-backends, for people and for machines.
#pragma once

#include <string>
#include <vector>

#include "assay/devices.h"
#include "assay/report.h"
#include "compare_row.h"

namespace assay::cli {

struct CompareResult {
  ReportInput ref;
  ReportInput dist;
  std::int64_t frames = 0;          // held in memory and compared
  bool is_cut = false;              // there are more, which were not looked at
  std::vector<DeviceInfo> devices;  // of this machine, without host
  std::vector<std::string> warnings;
  std::vector<CompareRow> rows;
};

// A row a line, then what could not run and why.
std::string compare_table(const CompareResult& result);

// Everything, as JSON with a line feed at the end. Figures that are missing or not finite are null.
std::string compare_json(const CompareArguments& arguments, const CompareResult& result);

}  // namespace assay::cli
