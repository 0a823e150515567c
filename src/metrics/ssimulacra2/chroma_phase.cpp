#include "metrics/ssimulacra2/chroma_phase.h"

namespace assay::ssimulacra2 {

ChromaPhases bilinear_phases(int shift, bool cosited) {
  ChromaPhases phases;
  phases.shift = shift;
  const int block = 1 << shift;
  for (int k = 0; k < block; ++k) {
    // Distance of the luma sample from sample j, in chroma samples.
    const float centre = cosited ? 0.0f : 0.5f * static_cast<float>(block - 1);
    const float distance = (static_cast<float>(k) - centre) / static_cast<float>(block);
    PhaseTaps& taps = phases.taps[k];
    taps.before = distance < 0 ? -distance : 0.0f;
    taps.after = distance > 0 ? distance : 0.0f;
    taps.at = 1.0f - taps.before - taps.after;
  }
  return phases;
}

ChromaPhases nearest_phases(int shift) {
  ChromaPhases phases;
  phases.shift = shift;
  return phases;
}

bool is_cosited_x(Siting siting) { return siting != Siting::center; }
bool is_cosited_y(Siting siting) { return siting == Siting::top_left; }

}  // namespace assay::ssimulacra2
