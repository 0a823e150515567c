// The checks of a container's end read nothing but the file, whatever it holds. The first byte
// chooses the demuxer, the second the packets that were read.
#include <iterator>

#include "fuzz/drain.h"
#include "media/container_end.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  if (size < 2) return 0;
  constexpr const char* demuxers[] = {"mpegts", "ivf", "ogg", "avi", "obu", "mov"};
  const int fd = memfd_create("container", MFD_CLOEXEC);
  fuzz::require(fd >= 0 && write(fd, data + 2, size - 2) == static_cast<ssize_t>(size - 2));
  const Result<ByteStream> file = ByteStream::open(fuzz::descriptor_path(fd));
  close(fd);
  fuzz::require(file.ok());
  const PacketTotals totals{.packets = data[1], .bytes = data[1] * std::int64_t{100}};
  const Status whole = check_container_end(demuxers[data[0] % std::size(demuxers)], *file, totals);
  fuzz::require(whole.ok() || whole.error().code == ErrorCode::input);
  return 0;
}
