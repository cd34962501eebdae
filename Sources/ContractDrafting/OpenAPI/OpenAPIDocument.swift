import ContractModel
import Foundation
import JSONParsing

/// A description of an API in OpenAPI 3.0 or 3.1, in JSON.
///
/// It follows references within the file, and records the parts that no contract can express, with
/// their positions.
///
/// The format is that of the OpenAPI Specification 3.0.4 and 3.1.1; schemas of 3.1 are JSON Schema
/// 2020-12.
final class OpenAPIDocument {
  let root: JSONValue
  let path: String
  /// Whether the version is 3.0, where `nullable` is a keyword, and nothing counts beside a `$ref`.
  let isOld: Bool
  /// The targets of references.
  var reached: Set<Int> = []
  private var targets: [MemberName: JSONValue?] = [:]
  private var remarks: Set<Remark> = []

  private struct Remark: Hashable {
    var node: Int
    var start: Int
    var message: MemberName
    var isError: Bool
  }

  /// - Throws: `ContractErrors` if the bytes are not such a description.
  init(_ bytes: [UInt8], path: String) throws(ContractErrors) {
    self.path = path
    do {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      throw Self.failure(
        Self.isYAML(bytes, path)
          ? "this is YAML, and an OpenAPI file is read as JSON" : "\(error.reason)",
        hint: Self.isYAML(bytes, path)
          ? "convert it, as with yq -o=json or ruby -ryaml -rjson -e 'puts YAML.load(STDIN).to_json'"
          : error.hint, error.offset, in: bytes, path)
    }
    let version = root["openapi"] ?? root["swagger"]
    let text = version?.string ?? version?.rawText ?? ""
    isOld = text.hasPrefix("3.0")
    guard root["openapi"] != nil, isOld || text.hasPrefix("3.1") else {
      let found = version.map { "found \(quoted(shortened($0.string ?? $0.rawText)))" }
      throw Self.failure(
        "expected \"openapi\": \"3.0\" or \"3.1\", \(found ?? "found no version")",
        hint: root["swagger"].map { _ in "convert it to OpenAPI 3, as with swagger2openapi" },
        (version ?? root).byteRange.lowerBound, in: bytes, path)
    }
    for notice in root.document.notices {
      guard case .duplicateMember = notice.kind,
        let name = root.document.string(atOffset: notice.offset)
      else { continue }
      let node = root.document.nodes(atOffsets: [notice.offset])[0]
      note("the member \(quoted(name)) is written twice, and the last counts", node, notice.offset)
    }
  }

  /// Whether a text that is not JSON is YAML, by the file's name or by a line near the start.
  private static func isYAML(_ bytes: [UInt8], _ path: String) -> Bool {
    let start = "\n" + String(decoding: bytes.prefix(1_000), as: UTF8.self)
    return [".yaml", ".yml"].contains(where: path.lowercased().hasSuffix)
      || ["\nopenapi:", "\nswagger:", "\ninfo:", "\n---"].contains { start.contains($0) }
  }

  private static func failure(
    _ message: String, hint: String?, _ start: Int, in bytes: [UInt8], _ path: String
  ) -> ContractErrors {
    ContractErrors(errors: [
      ContractError(
        severity: .error, message: displayed(message), hint: hint, path: path,
        range: start..<start, position: TextPosition(offset: start, in: bytes))
    ])
  }

  // MARK: - References

  /// Returns the target of a chain of references, or the value itself; `nil` if a reference has no
  /// target, which is recorded.
  func resolved(_ value: JSONValue) -> JSONValue? {
    var (value, seen) = (value, Set<Int>())
    while let reference = value["$ref"] {
      guard seen.insert(value.node).inserted else {
        note("the references lead in a circle", at: reference, isError: true)
        return nil
      }
      guard let next = target(of: reference) else { return nil }
      value = next
    }
    return value
  }

  /// Returns the target of one reference; `nil` if there is none, which is recorded.
  func target(of reference: JSONValue) -> JSONValue? {
    guard let text = reference.string else {
      note("expected a reference, found \(reference.kind.words)", at: reference, isError: true)
      return nil
    }
    guard text.hasPrefix("#") else {
      note(
        "the reference to another file, \(quoted(shortened(text))), is not followed", at: reference)
      return nil
    }
    let key = MemberName(text)
    let found = targets[key] ?? Self.pointer(text).flatMap { root.value(at: $0) }
    targets[key] = .some(found)
    if let found {
      reached.insert(found.node)
    } else {
      note("nothing is at \(quoted(shortened(text)))", at: reference, isError: true)
    }
    return found
  }

  private static func pointer(_ text: String) -> JSONPointer? {
    let path = text.dropFirst()
    return JSONPointer(parsing: path.removingPercentEncoding ?? String(path))
  }

  // MARK: - Remarks

  /// Records a remark at a value, once.
  func note(_ message: String, at value: JSONValue, isError: Bool = false) {
    note(message, value.node, value.byteRange.lowerBound, isError: isError)
  }

  private func note(_ message: String, _ node: Int, _ start: Int, isError: Bool = false) {
    remarks.insert(
      Remark(node: node, start: start, message: MemberName(message), isError: isError))
  }

  /// Records the members of an object that no contract can express.
  ///
  /// - Parameter known: The keywords that are read, and those that are for people.
  func noteUnread(_ value: JSONValue, known: Set<String>) {
    for member in value.members {
      let name = member.name.text
      guard !known.contains(name), !name.hasPrefix("x-") else { continue }
      note(
        "no contract says \(quoted(shortened(name)))", member.value.node,
        member.nameRange.lowerBound)
    }
  }

  /// The remarks, in the order of the file.
  var notes: [ContractError] {
    let sorted = remarks.sorted { ($0.start, $0.message) < ($1.start, $1.message) }
    let positions = TextPosition.positions(
      ofSorted: sorted.map(\.start), in: root.document.bytes)
    return zip(sorted, positions).map { remark, position in
      let place = JSONValue(document: root.document, node: remark.node).path.pointer
      return ContractError(
        severity: remark.isError ? .error : .warning, message: displayed(remark.message.text),
        hint: "at #\(displayed("\(place)"))", path: path,
        range: remark.start..<remark.start, position: position)
    }
  }
}
