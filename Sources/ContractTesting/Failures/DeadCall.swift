import MapperTesting

/// A call of a mapper that a process did not live to see the end of.
///
/// It may have been another test, of the same process, that ended it: whether it was the payload is
/// for a `ChildRun` to find out.
struct DeadCall: Equatable, Sendable {
  /// The check that made it.
  let check: String
  /// The payloads that the session was given; the last is what was being mapped.
  let payloads: [EndpointPayload]

  /// Takes the journals that ended processes left behind, so that each is reported once.
  ///
  /// Those of processes that live, this one among them, are left alone.
  ///
  /// - Parameter check: Which check it is, as its journal was made of.
  static func claimed(of check: String, in folder: JournalFolder) -> [DeadCall] {
    folder.paths(of: check).compactMap { path in
      guard let file = JournalFile(claiming: path) else { return nil }
      // While it is locked, so that no other finds it.
      defer { JournalFile.remove(path) }
      let bytes = file.bytes(limit: sizeLimit)
      guard bytes.first == 1, let record = CallRecord(bytes.dropFirst()), record.check == check
      else { return nil }
      return DeadCall(check: check, payloads: record.payloads)
    }
  }

  /// How much of a journal is read, in bytes; more is no record.
  private static let sizeLimit = 256 << 20
}
