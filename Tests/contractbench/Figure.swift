import Foundation

/// One printed line: the subject, the speed, the amount of data, and the peer.
///
///     json parse to tape: 2880 MB/s; 100.4 MB in 9756 records; 27.8x JSONSerialization (104 MB/s), 7 rounds 27.1x–28.0x
struct Figure {
  var name: String
  /// The bytes that one round handles.
  var byteCount: Int
  /// A description of the size: "9756 records".
  var size: String
  var peer: String
  var rounds: PairedRounds

  func print() {
    let (ratio, range) = rounds.ratio
    Swift.print(
      "\(name): \(speed(rounds.ours)); \(megabytes(byteCount)) in \(size);",
      "\(times(ratio)) \(peer) (\(speed(rounds.peers))),",
      "\(rounds.ours.count) rounds \(times(range.lowerBound))–\(times(range.upperBound))")
  }

  private func speed(_ seconds: [Double]) -> String {
    String(format: "%.0f MB/s", Double(byteCount) / 1e6 / median(seconds))
  }

  private func times(_ ratio: Double) -> String {
    String(format: ratio < 1 ? "%.2fx" : "%.1fx", ratio)
  }
}

/// Returns a number of bytes in decimal megabytes.
func megabytes(_ byteCount: Int) -> String { String(format: "%.1f MB", Double(byteCount) / 1e6) }
