// Tests that score one pair of clips.
#pragma once

#include <string>

#include "clips.h"
#include "command.h"

namespace assay::cli {

class PairTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    put("ref.y4m", y4m_bytes(ref_clip()));
    put("dist.y4m", y4m_bytes(dist_clip()));
  }

  static Clip ref_clip() { return {}; }
  static Clip dist_clip() {
    Clip clip;
    clip.error = 9;
    return clip;
  }

  // assay REF DIST and what follows, with psnr alone.
  Outcome psnr(Words more, const std::string& ref = "ref.y4m",
               const std::string& dist = "dist.y4m") {
    Words words = {path(ref), path(dist), "--metrics", "psnr"};
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }
};

}  // namespace assay::cli
