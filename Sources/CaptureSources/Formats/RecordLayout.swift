import JSONParsing

/// Where the records of a log have what exchanges and events are made of: key paths for each word of
/// ours, the first of which counts that leads to something.
///
/// Known formats of lines are layouts, and so is a map of the configuration's `records`. A path leads
/// through objects, nested or flat: `http.request.method` is in `{"http": {"request": {"method": 1}}}`,
/// in `{"http.request.method": 1}`, and in what is between. As OTLP has it, an object may be a list of
/// `key` and `value`.
package struct RecordLayout: Sendable {
  /// What a record may say; of the request, where its name says so.
  package enum Word: Int, CaseIterable, Sendable {
    case method, url, status, headers, requestHeaders, mimeType, body, bodyEncoding, requestBody
    case requestBodyEncoding, event, data, time
    /// What the record is found by where the log is kept.
    case name
    /// Whether the log has cut off a body, and how many bytes it had.
    case truncated, size, requestTruncated, requestSize
  }

  /// The paths, those of one word in a row.
  let paths: [String]
  /// By word, the numbers of its paths.
  private let numbers: [Range<Int>]
  /// All paths in UTF-8, and where each stands there.
  private let bytes: [UInt8]
  /// In the order of their first letters, which tell most names, and where those of each are.
  private let whole: [Rest]
  private let letters: [Range<Int>]
  /// Whether bodies are in base64, though no member says so.
  private let isBase64: Bool
  /// Whether it is of our own words: there, a body without a method may tell an exchange, and no
  /// number is a date.
  let isOwn: Bool

  /// What is left of a path within an object.
  private struct Rest {
    var number: Int
    var range: Range<Int>
  }

  /// - Parameters:
  ///   - paths: Each leads to one word.
  ///   - isBase64: Whether all bodies are in base64.
  package init(_ paths: [(word: Word, path: String)], isBase64: Bool = false, isOwn: Bool = false) {
    var (sorted, numbers, bytes) = ([String](), [Range<Int>](), [UInt8]())
    var byLetter = Array(repeating: [Rest](), count: 32)
    for word in Word.allCases {
      let start = sorted.count
      for (_, path) in paths.filter({ $0.word == word }) {
        let range = bytes.count..<bytes.count + path.utf8.count
        bytes += path.utf8
        byLetter[Int(bytes[range.lowerBound] & 31)].append(Rest(number: sorted.count, range: range))
        sorted.append(path)
      }
      numbers.append(start..<sorted.count)
    }
    (self.paths, self.numbers, self.bytes) = (sorted, numbers, bytes)
    whole = byLetter.flatMap { $0 }
    letters = byLetter.reduce(into: []) { ranges, rests in
      let start = ranges.last?.upperBound ?? 0
      ranges.append(start..<start + rests.count)
    }
    (self.isBase64, self.isOwn) = (isBase64, isOwn)
  }

  func paths(of word: Word) -> ArraySlice<String> { paths[numbers[word.rawValue]] }
}

// MARK: - Reading

extension RecordLayout {
  /// What a record has at the paths of its layout.
  struct Members {
    let layout: RecordLayout
    fileprivate let document: JSONDocument
    /// By path, where in the document its value is; of duplicates, the last. 0: it has none.
    fileprivate var nodes: [Int]
    /// Headers whose names are written after their path: `http.request.header.accept`.
    fileprivate var headers: [(number: Int, field: HeaderField)] = []

    subscript(word: Word) -> JSONValue? {
      for number in layout.numbers[word.rawValue] where nodes[number] > 0 {
        return JSONValue(document: document, node: nodes[number])
      }
      return nil
    }

    func all(_ word: Word) -> [JSONValue] {
      var values: [JSONValue] = []
      for number in layout.numbers[word.rawValue] where nodes[number] > 0 {
        values.append(JSONValue(document: document, node: nodes[number]))
      }
      return values
    }

    func headers(_ word: Word) -> [HeaderField] {
      let all = HeaderField.all(in: self[word])
      guard !headers.isEmpty else { return all }
      let numbers = layout.numbers[word.rawValue]
      return headers.filter { numbers.contains($0.number) }.map(\.field) + all
    }

    func isBase64(_ word: Word) -> Bool {
      guard let value = self[word] else { return layout.isBase64 }
      return value.string?.lowercased() == "base64" || value.bool == true
    }
  }

  func members(of record: JSONValue) -> Members {
    var members = Members(
      layout: self, document: record.document, nodes: Array(repeating: 0, count: paths.count))
    _ = look(in: record, for: whole, isWhole: true, &members)
    return members
  }

  /// - Returns: Whether something was found.
  private func look(
    in value: JSONValue, for rests: [Rest], isWhole: Bool, _ members: inout Members
  ) -> Bool {
    var isFound = false
    for member in value.members
    where take(member.nameBytes, member.value, rests, isWhole: isWhole, &members) {
      isFound = true
    }
    guard value.kind == .array else { return isFound }
    for element in value.elements {
      guard let name = element["key"]?.string, let any = element["value"] else { continue }
      let value = any["stringValue"] ?? any["intValue"] ?? any
      if take(Array(name.utf8)[...], value, rests, isWhole: isWhole, &members) { isFound = true }
    }
    return isFound
  }

  private func take(
    _ name: ArraySlice<UInt8>, _ value: JSONValue, _ rests: [Rest], isWhole: Bool,
    _ members: inout Members
  ) -> Bool {
    let dot = UInt8(ascii: ".")
    var (end, below): (Int?, [Rest]) = (nil, [])
    guard let first = name.first else { return false }
    for index in isWhole ? letters[Int(first & 31)] : rests.indices
    where bytes[rests[index].range.lowerBound] == first {
      let rest = rests[index]
      // A step of the longer path has to end where the shorter path does, which is rare.
      let (start, left) = (rest.range.lowerBound, rest.range.count - name.count)
      let common = min(rest.range.count, name.count)
      guard
        left == 0 || (left > 0 ? bytes[start + common] : name[name.startIndex + common]) == dot,
        name.prefix(common).elementsEqual(bytes[start..<start + common])
      else { continue }
      if left == 0 {
        end = rest.number
      } else if left > 0 {
        let next = start + common + 1..<rest.range.upperBound
        below.append(Rest(number: rest.number, range: next))
      } else if isOfHeaders(rest.number), let text = value.string ?? value.elements.first?.string {
        let field = HeaderField(
          name: String(decoding: name.dropFirst(common + 1), as: UTF8.self), value: text)
        members.headers.append((rest.number, field))
        return true
      }
    }
    // An object that has more of the paths is not what another one ends at.
    if !below.isEmpty, look(in: value, for: below, isWhole: false, &members) { return true }
    if let end { members.nodes[end] = value.node }
    return end != nil
  }

  private func isOfHeaders(_ number: Int) -> Bool {
    [Word.headers, .requestHeaders].contains { numbers[$0.rawValue].contains(number) }
  }
}
