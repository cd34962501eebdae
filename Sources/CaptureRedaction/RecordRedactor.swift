import CaptureChecking
import CaptureSources
import ContractDrafting
import ContractModel
import Foundation
import JSONParsing
import MappingEngine
import ValueRedaction

/// Rewrites records with other values: an exchange or event on one line, an entry of an archive, a
/// body.
struct RecordRedactor {
  let values: ValueRedactor
  let contracts: RedactionContracts
  /// The path segments that the bodies of any records contain as names of objects.
  let names: Set<MemberName>
  /// The supported packing of bodies.
  let packing: InputPacking?
  /// The identities in the record's body, which its path may contain.
  var identities: Set<MemberName> = []
  var request = (method: String?.none, url: String?.none)

  private var bodies: BodyRedactor { BodyRedactor(values, contracts) }

  // MARK: - Records

  /// Returns a body, an exchange or event, or an entry of an archive.
  func record(_ root: JSONValue, _ format: CaptureFormat = .json) -> [UInt8] {
    let record = Self.parts(of: root, format)
    var redactor = self
    redactor.request = (record.method, record.url)
    redactor.identities = Self.identities(in: record.body)
    var writer = JSONWriter()
    redactor.write(root, as: record.role, to: &writer)
    return writer.bytes
  }

  private static func parts(
    of root: JSONValue, _ format: CaptureFormat
  ) -> (role: RecordRole, method: String?, url: String?, body: JSONValue?) {
    switch format {
    case .json: return (.value, nil, nil, nil)
    case .exchanges:
      let body = root["body"] ?? root["data"]
      return (.envelope, root["method"]?.string, root["url"]?.string, body)
    default:
      let entry = ArchiveEntry(root, format)
      return (.entry, entry.method, entry.url, entry.body)
    }
  }

  /// Returns the head of a response: the status line without its phrase, which may be any text, and
  /// the headers with other values.
  func head(_ bytes: Span<UInt8>) -> [UInt8] {
    let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    let lines = text.split(omittingEmptySubsequences: true) { $0.isNewline }
    let headers = lines.dropFirst().compactMap { line -> String? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let (name, value) = (String(line[..<colon]), line[colon...].dropFirst())
      let field = field(value.trimmingCharacters(in: .whitespaces), of: name, .headers)
      return "\(values.parameterName(name)): \(field)\n"
    }
    let status = (lines.first ?? "").split(separator: " ").prefix(2).joined(separator: " ")
    return Array("\(status)\n\(headers.joined())\n".utf8)
  }

  // MARK: - Identities

  /// Returns the path segments of a record (an exchange on a line, or an entry of an archive) that
  /// its body contains as names of objects.
  static func names(in root: JSONValue, _ format: CaptureFormat) -> Set<MemberName> {
    let (_, _, url, body) = parts(of: root, format)
    let words = RequestURL(url ?? "").segments.filter { PathShape.isWord($0) && !$0.isEmpty }
    return words.isEmpty ? [] : identities(in: body).intersection(words.map { MemberName($0) })
  }

  private static let identityKeys = Set(IdentityMember.namesInPaths + ["handle", "nickname"])

  /// Returns the texts of a body's identities, up to three levels deep.
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

  /// - Parameter object: The object that has the value.
  private func write(
    _ value: JSONValue, as role: RecordRole, in object: JSONValue? = nil,
    to writer: inout JSONWriter
  ) {
    switch role {
    case .object(let roles, let other):
      guard value.kind == .object else { return write(value, as: other, in: object, to: &writer) }
      writer.object { writer in
        for member in value.members {
          let name = member.name.text
          if let role = roles[member.name] {
            writer.name(name)
            write(member.value, as: role, in: value, to: &writer)
          } else {
            writer.name(values.parameterName(name))
            bodies.write(member.value, isSecret: CredentialNames.isSecret(name), to: &writer)
          }
        }
      }
    case .named(let fields): write(value, fields: fields, to: &writer)
    case .setting: writer.value(value)
    case .figure where value.kind == .number: writer.value(value)
    case .body(let isRequest, let isBase64, let encoding):
      let isEncoded = object?[encoding]?.string?.lowercased() == "base64"
      write(body: value, isRequest: isRequest, isBase64: isBase64 || isEncoded, to: &writer)
    case .value, .url, .mimeType, .template, .word, .figure, .name:
      if let text = value.string.flatMap({ self.text($0, as: role) }) {
        writer.string(text)
      } else {
        bodies.write(value, to: &writer)
      }
    }
  }

  // MARK: - Texts

  /// Returns the replacement of a text; the text itself if it stays; `nil` if it does not fit its
  /// role.
  private func text(_ text: String, as role: RecordRole) -> String? {
    switch role {
    case .url: url(text)
    case .template:
      text.split(separator: "/", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("{") ? String($0) : segment(String($0)) }.joined(separator: "/")
    case .name:
      Token.isToken(text.utf8) || contracts.events.contains(MemberName(text)) ? text : nil
    case .mimeType: Self.mimeTypes.contains { $0.matches(text) } ? text : nil
    case .word: Self.words.contains { $0.matches(text) } ? text : nil
    case .figure: Self.figures.contains { $0.matches(text) } ? text : nil
    default: nil
    }
  }

  private func url(_ text: String) -> String {
    let url = RedactedURL(request: text)
    let captured = RequestURL(text)
    let isOwn = request.url == text
    let segments =
      contracts.segments(of: captured, method: isOwn ? request.method : nil) {
        RequestURL.percentEncoded(values.scalar($0))
      } ?? captured.segments.map(segment)
    return url.text(by: values, segments: url.path.isEmpty ? [] : segments)
  }

  /// Returns the replacement of a path segment that no contract has. A word stays, unless a body
  /// contains it as the name of an object.
  private func segment(_ segment: String) -> String {
    let isWord =
      PathShape.isWord(segment) && !identities.contains(MemberName(segment))
      && !names.contains(MemberName(segment))
    return isWord ? segment : values.encoded(segment)
  }

  // The patterns of texts that stay, any of which may match.

  /// `application/json; charset=utf-8`.
  private static let mimeTypes = patterns(
    #"^[A-Za-z0-9.+-]{1,60}/[A-Za-z0-9.+-]{1,60}(; *)?$"#,
    #"^[A-Za-z0-9.+-]{1,60}/[A-Za-z0-9.+-]{1,60}; *(charset|CHARSET)=("?(utf|UTF)-8"?|iso-8859-1|ISO-8859-1|us-ascii)$"#
  )
  /// A method, a version, a reason phrase, or a time.
  private static let words = patterns(
    "^[A-Za-z '-]{1,32}$", #"^(HTTP|http)/[0-9.]{0,3}(\+quic/[0-9]{2})?$"#,
    "^(base64|[hH][23]|[uU][tT][fF]-8|ASCII-8BIT)$",
    #"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$"#,
    #"^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$"#)
  private static let figures = patterns(#"^([+-]?\d{1,2}|\d{3})$"#)

  private static func patterns(_ texts: String...) -> [TextPattern] {
    texts.compactMap { try? TextPattern($0) }
  }

  // MARK: - Headers, cookies and parameters

  /// Writes an array of objects with `name` and `value`, or an object of texts or arrays of texts.
  private func write(
    _ value: JSONValue, fields: RecordRole.Fields, to writer: inout JSONWriter
  ) {
    switch value.kind {
    case .array:
      writer.array(of: value.elements) { item, writer in
        guard item.kind == .object else { return bodies.write(item, to: &writer) }
        writer.object { writer in
          for member in item.members {
            writer.name(values.parameterName(member.name.text))
            switch (member.name, member.value.string) {
            case ("name", let text?): writer.string(values.parameterName(text))
            case ("value", _):
              write(member.value, of: item["name"]?.string ?? "", fields, to: &writer)
            default: bodies.write(member.value, to: &writer)
            }
          }
        }
      }
    case .object:
      writer.object { writer in
        for member in value.members {
          writer.name(values.parameterName(member.name.text))
          write(member.value, of: member.name.text, fields, to: &writer)
        }
      }
    default: bodies.write(value, to: &writer)
    }
  }

  /// Writes the value of a header, cookie or parameter, or an array of values.
  private func write(
    _ value: JSONValue, of name: String, _ fields: RecordRole.Fields, to writer: inout JSONWriter
  ) {
    let write = { (value: JSONValue, writer: inout JSONWriter) in
      if let text = value.string { return writer.string(field(text, of: name, fields)) }
      let isSecret = fields == .cookies || CredentialNames.hasCredential(name)
      bodies.write(value, isSecret: isSecret, to: &writer)
    }
    if value.kind == .array {
      writer.array(of: value.elements, write)
    } else {
      write(value, &writer)
    }
  }

  /// Headers of the protocol that contain no data.
  private static let protocolHeaders: Set<String> = [
    ":authority", ":method", ":scheme", ":status", "accept-encoding", "cache-control", "connection",
    "content-encoding", "content-length", "host", "transfer-encoding", "vary",
  ]

  private func field(_ text: String, of name: String, _ fields: RecordRole.Fields) -> String {
    guard fields != .cookies, !CredentialNames.hasCredential(name) else {
      return text.isEmpty ? "" : ValueRedactor.credential
    }
    guard fields == .headers else { return values.text(text) }
    switch name.lowercased() {
    case "content-type", "accept": return self.text(text, as: .mimeType) ?? values.text(text)
    case ":path", "location", "content-location", "referer", "origin": return url(text)
    case let name: return Self.protocolHeaders.contains(name) ? text : values.text(text)
    }
  }

  // MARK: - Bodies

  private func write(
    body: JSONValue, isRequest: Bool, isBase64: Bool, to writer: inout JSONWriter
  ) {
    guard let text = body.string else { return bodies.write(body, to: &writer) }
    guard isBase64, (try? JSONDocument(parsing: text)) == nil else {
      return writer.string(redacted(text, isRequest: isRequest))
    }
    guard let data = Data(base64Encoded: text.filter { !$0.isNewline }) else {
      return writer.string(values.unreadable(text))
    }
    let bytes = packing.map { $0.unpacked([UInt8](data)) } ?? [UInt8](data)
    let replaced = String(validUTF8: bytes).map { Array(redacted($0, isRequest: isRequest).utf8) }
    writer.string(Data(replaced ?? values.bytes(bytes)).base64EncodedString())
  }

  /// Returns the replacement of a body that the capture has as a text: JSON, a posted form, or
  /// anything else.
  private func redacted(_ text: String, isRequest: Bool) -> String {
    guard let document = try? JSONDocument(parsing: text) else {
      return isRequest ? values.posted(text) : values.notJSON(text)
    }
    return String(decoding: record(document.root), as: UTF8.self)
  }
}
