// Feeds a fuzzer every file of a folder and a fixed set of changes to it, without libFuzzer.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr int changes = 500;  // a seed

Bytes read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Some bytes replaced, removed or repeated. The generator's values are the same everywhere.
Bytes change(Bytes bytes, std::mt19937& random) {
  const auto below = [&random](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::size_t i = 1 + below(4); i > 0 && !bytes.empty(); --i) {
    const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size()));
    switch (random() % 4) {
      case 0: *at = static_cast<std::uint8_t>(random()); break;
      case 1: bytes.erase(at, bytes.end()); break;
      case 2: bytes.erase(at); break;
      default: bytes.insert(at, 1 + below(40), *at); break;
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  int seeds = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      const Bytes seed = read_file(entry.path());
      LLVMFuzzerTestOneInput(seed.data(), seed.size());
      std::mt19937 random(static_cast<std::uint32_t>(seed.size()));
      for (int n = 0; n < changes; ++n) {
        const Bytes changed = change(seed, random);
        LLVMFuzzerTestOneInput(changed.data(), changed.size());
      }
      ++seeds;
    }
  }
  std::printf("%d seeds, %d inputs\n", seeds, seeds * (changes + 1));
  return seeds > 0 ? 0 : 1;
}
