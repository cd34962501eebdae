import CaptureChecking
import CaptureSources
import CaptureSummary
import Foundation
import JSONParsing
import MappingEngine
import ValueRedaction

/// Writes records with other values in them: an exchange or event of one line, an entry of an
/// archive, a body.
struct RecordRedactor {
  let values: ValueRedactor
  let contracts: RedactionContracts?
  /// How much of the body is replaced, by the place of a value in it.
  var depths: [Int: RedactionDepth] = [:]
  /// The same of what was sent.
  private var requestDepths: [Int: RedactionDepth] = [:]
  /// The texts that the record's body gives its objects to be told apart by, which its path may
  /// have.
  private var identities: Set<MemberName> = []
  private let names: Set<MemberName>
  private var request = (method: String?.none, url: String?.none)
  /// How bodies may be packed.
  var packing: InputPacking?

  /// - Parameter names: The segments of paths that some record's body gives an object as its name.
  init(
    _ values: ValueRedactor, _ contracts: RedactionContracts?, names: Set<MemberName> = []
  ) {
    (self.values, self.contracts, self.names) = (values, contracts, names)
  }

  // MARK: - Records

  /// Returns a line that is an exchange or event.
  mutating func envelope(_ root: JSONValue) -> [UInt8] {
    request = (root["method"]?.string, root["url"]?.string)
    identities = Self.identities(in: root["body"] ?? root["data"])
    return written(root, as: .envelope)
  }

  /// Returns an entry of an archive.
  mutating func entry(_ root: JSONValue, _ format: CaptureFormat) -> [UInt8] {
    let entry = ArchiveEntry(root, format)
    request = (entry.method, entry.url)
    identities = Self.identities(in: entry.body)
    return written(root, as: .entry)
  }

  /// Returns the head of a response: the status line, and the headers with other values.
  func head(_ bytes: Span<UInt8>) -> [UInt8] {
    let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    let lines = text.split(omittingEmptySubsequences: true) { $0.isNewline }
    let headers = lines.dropFirst().compactMap { line -> String? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let (name, value) = (String(line[..<colon]), line[colon...].dropFirst())
      let field = field(value.trimmingCharacters(in: .whitespaces), of: name, .headers)
      return "\(values.parameterName(name)): \(field)\n"
    }
    return Array("\(Self.statusLine(lines.first ?? ""))\n\(headers.joined())\n".utf8)
  }

  /// A status line without its reason phrase, which is any text.
  private static func statusLine(_ line: Substring) -> String {
    line.split(separator: " ").prefix(2).joined(separator: " ")
  }

  /// Returns a body, or anything else of which nothing is known.
  mutating func body(_ root: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    bodyRedactor(depths).write(root, to: &writer)
    return writer.bytes
  }

  private func written(_ root: JSONValue, as role: RecordRole) -> [UInt8] {
    var writer = JSONWriter()
    write(root, as: role, to: &writer)
    return writer.bytes
  }

  private func bodyRedactor(_ depths: [Int: RedactionDepth] = [:]) -> BodyRedactor {
    BodyRedactor(
      values: values, keys: contracts?.keys ?? [], dictionaries: contracts?.dictionaries ?? [],
      sensitive: contracts?.sensitive ?? [], depths: depths)
  }

  // MARK: - Identities

  /// The words in the path of a record, an exchange of a line or an entry of an archive, that its
  /// body gives an object as its name.
  static func names(in root: JSONValue, _ format: CaptureFormat) -> Set<MemberName> {
    let entry = ArchiveEntry(root, format)
    let url = (format == .exchanges ? root["url"]?.string : entry.url) ?? ""
    let words = RequestURL(url).segments.filter { PathShape.isWord($0) && !$0.isEmpty }
    guard !words.isEmpty else { return [] }
    let body = format == .exchanges ? root["body"] : entry.body
    return identities(in: body).intersection(words.map { MemberName($0) })
  }

  private static let identityKeys = Set(IdentityMember.namesInPaths + ["handle", "nickname"])

  /// The texts of a body's identities, up to three levels deep.
  private static func identities(in body: JSONValue?) -> Set<MemberName> {
    var found: Set<MemberName> = []
    func look(_ value: JSONValue, _ depth: Int) {
      for member in value.members {
        if let text = member.value.string ?? member.value.number?.text {
          if identityKeys.contains(member.name.text) { found.insert(MemberName(text)) }
        } else if depth < 3 {
          look(member.value, depth + 1)
        }
      }
      if depth < 3 { for element in value.elements { look(element, depth + 1) } }
    }
    guard let body else { return [] }
    if let text = body.string {
      if let document = try? JSONDocument(parsing: text) { look(document.root, 0) }
    } else {
      look(body, 0)
    }
    return found
  }

  // MARK: - Members

  private func write(_ value: JSONValue, as role: RecordRole, to writer: inout JSONWriter) {
    switch role {
    case .envelope, .entry, .request, .response, .content, .posted, .status:
      writeObject(value, role, to: &writer)
    case .headers, .cookies, .parameters: writeNamed(value, role, to: &writer)
    case .body, .requestBody: write(body: value, role, isBase64: false, to: &writer)
    case .url, .mimeType, .word, .figure, .name, .template:
      guard let written = text(value, as: role) else {
        return write(value, as: .value, to: &writer)
      }
      written.isEmpty || value.kind == .string ? writer.string(written) : writer.value(value)
    case .setting: writer.value(value)
    case .value: bodyRedactor().write(value, to: &writer)
    }
  }

  private func writeObject(_ value: JSONValue, _ role: RecordRole, to writer: inout JSONWriter) {
    guard value.kind == .object else { return write(value, as: .value, to: &writer) }
    writer.beginObject()
    for member in value.members {
      let name = member.name.text
      let memberRole = RecordRole(of: member, in: role)
      writer.name(memberRole == .value ? values.parameterName(name) : name)
      if memberRole == .body || memberRole == .requestBody {
        let isEncoded = role == .content || role == .posted
        let isBase64 = isEncoded && isBase64(value) || Self.base64.contains(name)
        write(body: member.value, memberRole, isBase64: isBase64, to: &writer)
      } else if memberRole == .value, CredentialNames.isSecret(name) {
        bodyRedactor().write(member.value, isSecret: true, to: &writer)
      } else {
        write(member.value, as: memberRole, to: &writer)
      }
    }
    writer.endObject()
  }

  /// The members whose texts are in base64 by their names.
  private static let base64: Set<String> = ["base64_string", "base64Body"]

  // MARK: - Texts

  /// The text that takes the place of a value; the value's own, if it stays as it is; `nil`, if it
  /// is not what it should be.
  private func text(_ value: JSONValue, as role: RecordRole) -> String? {
    if role == .figure {
      guard value.kind != .number else { return value.rawText }
      return value.string.flatMap { $0.utf8.count <= 3 && Int($0) != nil ? $0 : nil }
    }
    guard let text = value.string else { return nil }
    switch role {
    case .url: return url(text)
    case .template:
      return text.split(separator: "/", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("{") ? String($0) : segment(String($0)) }.joined(separator: "/")
    case .mimeType: return Self.isMIMEType(text) ? text : nil
    case .word: return Self.isWordOfHTTP(text) ? text : nil
    case .name:
      return Token.isToken(text.utf8) || contracts?.events.contains(MemberName(text)) == true
        ? text : nil
    default: return nil
    }
  }

  private func url(_ text: String) -> String {
    let url = RedactedURL(request: text)
    let captured = RequestURL(text)
    let isOwn = request.url == text
    let segments =
      contracts?.segments(of: captured, method: isOwn ? request.method : nil) {
        RequestURL.percentEncoded(values.scalar($0))
      } ?? captured.segments.map(segment)
    return url.text(by: values, isRequest: true, segments: url.path.isEmpty ? [] : segments)
  }

  /// A segment of a path that no contract has: a word stays, unless the body names an object so.
  private func segment(_ segment: String) -> String {
    let isWord =
      PathShape.isWord(segment) && !identities.contains(MemberName(segment))
      && !names.contains(MemberName(segment))
    return isWord ? segment : values.encoded(segment)
  }

  /// `application/json; charset=utf-8`.
  private static func isMIMEType(_ text: String) -> Bool {
    let parts = text.lowercased().split(separator: ";", omittingEmptySubsequences: false)
    let type = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    let isWord = { (part: Substring) in
      !part.isEmpty && part.utf8.count <= 60
        && part.utf8.allSatisfy {
          KeyName.isLetter($0) || KeyName.isDigit($0) || ".+-".utf8.contains($0)
        }
    }
    guard type.count == 2, type.allSatisfy(isWord), parts.count <= 2 else { return false }
    let parameter = parts.dropFirst().first?.drop { $0 == " " } ?? ""
    return parameter.isEmpty
      || ["charset=utf-8", "charset=\"utf-8\"", "charset=iso-8859-1", "charset=us-ascii"].contains(
        parameter)
  }

  /// A method, a version, a reason phrase, a moment.
  private static func isWordOfHTTP(_ text: String) -> Bool {
    if text.utf8.count <= 32,
      text.utf8.allSatisfy({ KeyName.isLetter($0) || " '-".utf8.contains($0) })
    {
      return true
    }
    let format = ValueFormat(text)
    if format == .date || format == .httpDate { return true }
    let version = text.lowercased().utf8
    let digits = version.starts(with: "http/".utf8) ? version.dropFirst(5) : version.dropFirst()
    return ["base64", "h2", "h3", "http/2+quic/46", "UTF-8", "utf-8", "ASCII-8BIT"].contains(text)
      || version.starts(with: "http/".utf8) && digits.count <= 3
        && digits.allSatisfy { KeyName.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  // MARK: - Headers, cookies and parameters

  /// An array of objects with `name` and `value`, or an object of texts or arrays of texts.
  private func writeNamed(_ value: JSONValue, _ role: RecordRole, to writer: inout JSONWriter) {
    switch value.kind {
    case .array:
      writer.beginArray()
      for element in value.elements { write(item: element, role, to: &writer) }
      writer.endArray()
    case .object:
      writer.beginObject()
      for member in value.members {
        writer.name(values.parameterName(member.name.text))
        write(member.value, of: member.name.text, role, to: &writer)
      }
      writer.endObject()
    default: write(value, as: .value, to: &writer)
    }
  }

  private func write(item: JSONValue, _ role: RecordRole, to writer: inout JSONWriter) {
    guard item.kind == .object else { return write(item, as: .value, to: &writer) }
    let name = item["name"]?.string ?? ""
    writer.beginObject()
    for member in item.members {
      writer.name(values.parameterName(member.name.text))
      switch (member.name.text, member.value.string) {
      case ("name", let text?): writer.string(values.parameterName(text))
      case ("value", _): write(member.value, of: name, role, to: &writer)
      default: write(member.value, as: .value, to: &writer)
      }
    }
    writer.endObject()
  }

  /// Writes the value of a header, cookie or parameter.
  private func write(
    _ value: JSONValue, of name: String, _ role: RecordRole, to writer: inout JSONWriter
  ) {
    guard value.kind == .array else { return write(field: value, of: name, role, to: &writer) }
    writer.beginArray()
    for element in value.elements { write(field: element, of: name, role, to: &writer) }
    writer.endArray()
  }

  private func write(
    field value: JSONValue, of name: String, _ role: RecordRole, to writer: inout JSONWriter
  ) {
    let isSecret = role == .cookies || CredentialNames.hasCredential(name)
    guard let text = value.string else {
      return bodyRedactor().write(value, isSecret: isSecret, to: &writer)
    }
    writer.string(self.field(text, of: name, role))
  }

  private func field(_ text: String, of name: String, _ role: RecordRole) -> String {
    guard role != .cookies, !CredentialNames.hasCredential(name) else {
      return text.isEmpty ? "" : ValueRedactor.credential
    }
    return role == .headers ? header(text, of: name) : values.text(text)
  }

  /// Headers that say nothing but how HTTP is spoken.
  private static let protocolHeaders: Set<String> = [
    ":authority", ":method", ":scheme", ":status", "accept-encoding", "cache-control", "connection",
    "content-encoding", "content-length", "host", "transfer-encoding", "vary",
  ]

  private func header(_ text: String, of name: String) -> String {
    switch name.lowercased() {
    case "content-type", "accept": return Self.isMIMEType(text) ? text : values.text(text)
    case ":path", "location", "content-location", "referer", "origin": return url(text)
    case let name: return Self.protocolHeaders.contains(name) ? text : values.text(text)
    }
  }

  // MARK: - Bodies

  private func isBase64(_ content: JSONValue) -> Bool {
    content["encoding"]?.string?.lowercased() == "base64"
  }

  private func write(
    body: JSONValue, _ role: RecordRole, isBase64: Bool, to writer: inout JSONWriter
  ) {
    let isRequest = role == .requestBody
    let depths = isRequest ? requestDepths : depths
    let redacted = { text in isRequest ? posted(text) : self.redacted(text, depths) }
    guard let text = body.string else {
      return bodyRedactor(depths).write(body, to: &writer)
    }
    guard isBase64, (try? JSONDocument(parsing: text)) == nil else {
      return writer.string(redacted(text))
    }
    guard let bytes = unpacked(text) else { return writer.string(values.unreadable(text)) }
    let replaced = String(validUTF8: bytes).map { Array(redacted($0).utf8) }
    writer.string(Data(replaced ?? values.bytes(bytes)).base64EncodedString())
  }

  /// The bytes that a text in base64 stands for, unpacked.
  private func unpacked(_ text: String) -> [UInt8]? {
    guard let data = Data(base64Encoded: text.filter { !$0.isNewline }) else { return nil }
    return packing.map { $0.unpacked([UInt8](data)) } ?? [UInt8](data)
  }

  /// A body that its capture holds as text.
  private func redacted(_ text: String, _ depths: [Int: RedactionDepth]) -> String {
    guard let document = try? JSONDocument(parsing: text) else { return values.unreadable(text) }
    var writer = JSONWriter()
    bodyRedactor(depths).write(document.root, to: &writer)
    return writer.text
  }

  /// The text that a request posts: JSON, a form, or anything.
  private func posted(_ text: String) -> String {
    if (try? JSONDocument(parsing: text)) != nil { return redacted(text, requestDepths) }
    return values.posted(text)
  }
}

// MARK: - Less

extension RecordRedactor {
  /// Replaces less of some values of the body.
  ///
  /// - Parameters:
  ///   - nodes: By their places in the body; of an object or array, all that is in it is meant.
  ///   - isOfRequest: Whether the body that was sent is meant.
  ///   - root: The record.
  /// - Returns: Whether there is less to replace.
  mutating func replaceLess(
    of nodes: Set<Int>, _ isOfRequest: Bool, in root: JSONValue, _ format: CaptureFormat
  ) -> Bool {
    let entry = ArchiveEntry(root, format)
    let body =
      switch format {
      case .har, .vcr, .wiremock: isOfRequest ? entry.requestBody?.value : entry.body
      case .exchanges: isOfRequest ? root["requestBody"] : root["body"] ?? root["data"]
      case .auto, .json, .ndjson, .curl: isOfRequest ? nil : root
      }
    guard let body, let value = parsed(body, isRoot: format == .json || format == .ndjson)
    else { return false }
    var isLess = false
    var depths = isOfRequest ? requestDepths : self.depths
    for node in nodes {
      let start = value.node + node
      guard start < value.document.next(value.node) else { continue }
      for inner in start..<value.document.next(start) {
        let depth = depths[inner - value.node] ?? .whole
        guard let next = RedactionDepth(rawValue: depth.rawValue + 1) else { continue }
        depths[inner - value.node] = next
        isLess = true
      }
    }
    if isOfRequest { requestDepths = depths } else { self.depths = depths }
    return isLess
  }

  /// The value that a body is: its own, or what its text says.
  private func parsed(_ body: JSONValue, isRoot: Bool) -> JSONValue? {
    guard !isRoot, let text = body.string else { return body }
    if let document = try? JSONDocument(parsing: text) { return document.root }
    return unpacked(text).flatMap { try? JSONDocument(parsing: $0) }?.root
  }
}
