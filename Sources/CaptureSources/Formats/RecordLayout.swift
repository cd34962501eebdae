import JSONParsing

/// The places of the parts of exchanges and events in the records of a log: key paths for each word
/// of the native format. The first path that leads to a value counts.
///
/// Known line formats are layouts, and so is a map in the configuration's `records`. A path leads
/// through objects, nested or flat: `http.request.method` is found in `{"http": {"request":
/// {"method": 1}}}`, in `{"http.request.method": 1}`, and in mixed forms. An object may also be a
/// list of `key` and `value`, as in OTLP.
package struct RecordLayout: Sendable {
  /// A part of a record; names that start with `request` refer to the request.
  package enum Word: Int, CaseIterable, Sendable {
    case method, url, status, headers, requestHeaders, mimeType, body, bodyEncoding, requestBody
    case requestBodyEncoding, event, data, time
    /// The name by which the record can be found in its log.
    case name
    /// Whether the log has cut off a body, and the number of bytes that the body had.
    case truncated, size, requestTruncated, requestSize
  }

  /// The paths; those of the same word are adjacent.
  let paths: [String]
  /// The numbers of the paths, by word.
  private let numbers: [Range<Int>]
  /// All paths in UTF-8, one after the other.
  private let bytes: [UInt8]
  /// The paths in the order of their first letters, which distinguish most names; and the range of
  /// each letter.
  private let whole: [Rest]
  private let letters: [Range<Int>]
  /// Whether all bodies are base64, although no member states it.
  private let isBase64: Bool
  /// Whether this is the native format. In it, a body without a method may indicate an exchange,
  /// and a number is no date.
  let isOwn: Bool

  /// The rest of a path within an object.
  private struct Rest {
    var number: Int
    var range: Range<Int>
  }

  package init(_ paths: [(word: Word, path: String)], isBase64: Bool = false, isOwn: Bool = false) {
    var (sorted, numbers, bytes) = ([String](), [Range<Int>](), [UInt8]())
    var byLetter = Array(repeating: [Rest](), count: 32)
    let byWord = Dictionary(grouping: paths, by: \.word)
    for word in Word.allCases {
      let start = sorted.count
      for (_, path) in byWord[word] ?? [] {
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
  /// The values of a record at the paths of its layout.
  struct Members {
    let layout: RecordLayout
    fileprivate let document: JSONDocument
    /// The node of each path's value in the document, the last one of duplicates; 0, if there is
    /// none.
    fileprivate var nodes: [Int]
    /// Headers whose names are appended to their path: `http.request.header.accept`.
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

  /// - Returns: Whether a value was found.
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
      // The longer path must have a dot where the shorter one ends; this excludes most paths.
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
    // An object with further paths inside is not the value of a path that ends at it.
    if !below.isEmpty, look(in: value, for: below, isWhole: false, &members) { return true }
    if let end { members.nodes[end] = value.node }
    return end != nil
  }

  private func isOfHeaders(_ number: Int) -> Bool {
    [Word.headers, .requestHeaders].contains { numbers[$0.rawValue].contains(number) }
  }
}
