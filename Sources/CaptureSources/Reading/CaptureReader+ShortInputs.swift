import JSONParsing

extension CaptureReader {
  /// The maximum size of an input that is parsed to determine its framing, in bytes.
  static let shortByteCount = 1 << 16

  /// Returns the framing of a short input that is a single JSON text, from one parse of the whole
  /// input; `nil`, if the input is something else. Most folders of captures have many such files.
  /// Examining each of them three times took four fifths of the time of the check itself.
  ///
  /// - Parameter hasLines: Whether the input has lines by its name.
  mutating func framingOfShortInput(hasLines: Bool) -> Framing? {
    guard format == .auto, buffer.holdsAll(upTo: Self.shortByteCount) else { return nil }
    let range = buffer.position..<buffer.end
    guard (try? buffer.parse(range, into: &document)) != nil else { return nil }
    let root = document.root
    if !hasLines, let first = root.elements.first, let layout = exchangeLayout(of: first) {
      return .records(layout: layout, isArray: true)
    }
    let present = root.members.presence(of: Self.distinctiveNames)
    let isOfFormat = present >> UInt32(RecordLayout.distinctiveNames.count) != 0
    if isOfFormat, let found = Self.archiveFormat(of: root) { return .archive(found) }
    if hasLines { return .lines(.unknown) }
    if isOfFormat, PostmanCollection.isOne(root) { return .collection }
    if isOfFormat, StubMapping.isSurelyOne(root) { return .mapping }
    guard RecordLayout.mayFit(present) else { return .whole }
    // In a single JSON text, no line after the first is a separate object or array.
    guard document.bytes[root.byteRange].contains(UInt8(ascii: "\n")) else {
      return layoutNumber(of: root) != nil ? .lines(.unknown) : .whole
    }
    return exchangeLayout(of: root).map { .records(layout: $0, isArray: false) } ?? .whole
  }

  /// Every object that is not a body has at least one of these names: those of an envelope, or the
  /// first of another format.
  private static let distinctiveNames = SoughtNames(
    RecordLayout.distinctiveNames + [
      "log", "http_interactions", "interactions", "mappings", "request", "info",
    ])

  /// Returns the format if an object is an archive; see `ArchiveWalk`.
  private static func archiveFormat(of root: JSONValue) -> CaptureFormat? {
    for member in root.members {
      switch member.value.kind {
      case .object where member.isNamed("log"):
        let hasEntries = member.value.members.contains {
          $0.value.kind == .array && $0.isNamed("entries")
        }
        if hasEntries { return .har }
      case .array:
        let found = [CaptureFormat.vcr, .dvr, .wiremock].first {
          member.isNamed($0.entriesName ?? "")
        }
        if let found, isSure(found) || areEntries(member.value, of: found) { return found }
      default: break
      }
    }
    return nil
  }

  /// Returns whether no other resource has a list with the name of the format's entries.
  static func isSure(_ format: CaptureFormat) -> Bool { format == .har || format == .vcr }

  /// Returns whether a list contains the entries of an archive.
  static func areEntries(_ list: JSONValue, of format: CaptureFormat) -> Bool {
    if format == .dvr { return DVRBody.areInteractions(list) }
    return list.elements.first != nil && list.elements.allSatisfy(StubMapping.isSurelyOne)
  }
}
