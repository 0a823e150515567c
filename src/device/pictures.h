// Where kernels find the two pictures: a table in device memory.
#pragma once

namespace assay::device {

// One plane of code values in device memory, as PlaneView has it.
struct Plane {
  const unsigned char* data = nullptr;  // null where no metric reads the plane
  int pitch = 0;                        // bytes
  int width = 0;                        // samples
  int height = 0;                       // rows
};

// The planes of both pictures, ref first. A table's address stays; what it holds changes with every
// pair, so work that was recorded once reads each pair, wherever its planes lie.
struct Pictures {
  Plane plane[2][3];
};

}  // namespace assay::device
