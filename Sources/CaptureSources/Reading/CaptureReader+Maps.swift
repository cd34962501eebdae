package import JSONParsing

/// Finds the members that the map of an input names, but that its records lack. They are reported
/// once, with the keys of the first record.
struct MapTrial {
  private let layout: RecordLayout
  /// The words that no record has had so far, and those of them that some record should have had.
  private var open: [RecordLayout.Word]
  private var missed: Set<RecordLayout.Word> = []
  private(set) var first: (position: TextPosition?, keys: String)?

  init(_ layout: RecordLayout) {
    self.layout = layout
    open = RecordLayout.Word.allCases.filter { !layout.paths(of: $0).isEmpty }
  }

  mutating func note(
    _ record: CaptureRecord, _ root: JSONValue, _ members: RecordLayout.Members
  ) {
    if first == nil { first = (record.bodyStart?.position, layout.keys(of: root)) }
    guard !open.isEmpty else { return }
    open.removeAll { members[$0] != nil || !members.headers($0).isEmpty }
    missed.formUnion(open.filter(record.shouldHave))
  }

  /// The missing members in words; `nil`, if none is missing.
  var message: String? {
    let texts = open.filter(missed.contains).map { word in
      "the \(word) at \"" + layout.paths(of: word).map { displayed($0) }.joined(separator: ", ")
        + "\""
    }
    return texts.isEmpty ? nil : "\"records\" finds nothing for " + texts.joined(separator: ", ")
  }
}

extension CaptureRecord {
  /// Returns whether a record of this kind should have a word, if the log has the word at all.
  fileprivate func shouldHave(_ word: RecordLayout.Word) -> Bool {
    switch word {
    case .method, .url, .status, .headers, .requestHeaders: kind != .event
    case .body, .mimeType:
      kind != .event && 200..<300 ~= status ?? Self.assumedStatus && admitsBody
    case .requestBody: ["POST", "PUT", "PATCH"].contains(method?.uppercased() ?? "")
    case .event, .data: kind != .exchange
    case .time: true
    default: false
    }
  }
}

extension RecordLayout {
  /// The maximum number of keys in a report.
  private static let mostKeys = 24

  /// Returns the keys of a record, as deep as the paths, safe to display.
  fileprivate func keys(of root: JSONValue) -> String {
    var keys: [String] = []
    func look(_ value: JSONValue, _ prefix: String, _ depth: Int) {
      for member in value.members where keys.count <= Self.mostKeys {
        let (name, count) = (prefix + member.name.text, keys.count)
        if depth > 1 { look(member.value, name + ".", depth - 1) }
        if keys.count == count { keys.append(name) }
      }
    }
    look(root, "", max(2, paths.map { $0.split(separator: ".").count }.max() ?? 0))
    guard !keys.isEmpty else { return "the first record is \(root.kind.words)" }
    let shown = keys.prefix(Self.mostKeys).map { displayed(shortened($0)) }
    return "the first record has " + shown.joined(separator: ", ")
      + (keys.count > Self.mostKeys ? ", …" : "")
  }
}

extension CaptureReader {
  /// A layout from the configuration, for inputs whose names match a pattern.
  package typealias Map = (pattern: Glob, layout: RecordLayout)

  /// Returns the layout that the configuration assigns to an input; `nil`, if it assigns none, or
  /// another format is stated.
  func mapNumber(of input: CaptureInput) -> Int? {
    guard !maps.isEmpty, format == .auto || format == .exchanges else { return nil }
    let number = maps.firstIndex { $0.pattern.matchesCapture(at: input.name) }
    return number.map { layouts.count - maps.count + $0 }
  }

  /// Returns the built-in layout that an object clearly follows; layouts of maps are ignored.
  func layoutNumber(of root: JSONValue) -> Int? {
    guard RecordLayout.mayFit(root.members.presence(of: Self.soughtNames)) else { return nil }
    return layouts.dropLast(maps.count).firstIndex {
      Envelope($0.members(of: root), isStated: false) != nil
    }
  }

  /// Returns the built-in layout of an object that is an exchange by itself, without other records
  /// on lines beside it: it has a body or a response, as links and jobs in bodies have not.
  func exchangeLayout(of root: JSONValue) -> Int? {
    guard let number = layoutNumber(of: root) else { return nil }
    let members = layouts[number].members(of: root)
    let isExchange = Envelope(members, isStated: false)?.kind == .exchange
    let hasResponse = members[.status] != nil && root["response"]?.kind == .object
    return isExchange && (hasResponse || members[.body] != nil) ? number : nil
  }

  /// Whether a value is an exchange, or an array that begins with one.
  package static func holdsExchange(_ root: JSONValue) -> Bool {
    CaptureReader().exchangeLayout(of: root.elements.first ?? root) != nil
  }

  private static let soughtNames = SoughtNames(RecordLayout.distinctiveNames)

  /// Notes which members a record has, according to its map. Returns whether to continue: `false`,
  /// if the first record is no exchange or event because a member is missing.
  mutating func noteMapped(_ members: RecordLayout.Members, isEnvelope: Bool) -> Bool {
    let isFirst = mapTrial?.first == nil
    if isEnvelope || isFirst { mapTrial?.note(record, document.root, members) }
    return isEnvelope || !isFirst || mapTrial?.message == nil
  }

  /// Starts to note which members the records of an input have, if its layout is a map.
  mutating func beginTrial(_ layout: Int) {
    if layout >= layouts.count - maps.count { mapTrial = MapTrial(layouts[layout]) }
  }

  /// Reports the members that no record had.
  mutating func endTrial() {
    if let message = mapTrial?.message {
      problems.append(at: mapTrial?.first?.position, message, detail: mapTrial?.first?.keys)
    }
    mapTrial = nil
  }
}
