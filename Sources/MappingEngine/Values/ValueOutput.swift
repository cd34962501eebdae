import ContractModel
import Foundation
import JSONParsing

/// A representation of values that were read.
///
/// Each type is read in one way; the output decides what is kept: the value itself, nothing at all,
/// or a part of an identity. An output that keeps nothing costs nothing.
protocol ValueOutput {
  /// Whether values are kept; otherwise they need not be made.
  static var isKept: Bool { get }
  static var null: Self { get }
  static func bool(_ bool: Bool) -> Self
  static func int(_ number: Int64) -> Self
  static func uint(_ number: UInt64) -> Self
  static func double(_ number: Double) -> Self
  static func float(_ number: Float) -> Self
  static func decimal(_ text: JSONNumber) -> Self
  static func string(_ text: TextSource) -> Self
  static func date(_ instant: Instant) -> Self
  static func url(_ text: TextSource) -> Self
  /// A value of a type that is read too rarely to need a function of its own here.
  static func made(_ value: @autoclosure () -> MappedValue) -> Self
  static func json(_ value: JSONValue) -> Self
  /// A value that the app's value transformer made.
  static func custom(_ value: MappedValue) -> Self
}

/// A text that is made only when it is needed.
enum TextSource {
  case node(JSONDocument, Int)
  case text(String)

  var text: String {
    switch self {
    case .node(let document, let node): document.string(node)
    case .text(let text): text
    }
  }
}

/// An output that keeps nothing.
struct NoValue: ValueOutput {
  static let isKept = false
  static let null = NoValue()
  static func bool(_: Bool) -> NoValue { null }
  static func int(_: Int64) -> NoValue { null }
  static func uint(_: UInt64) -> NoValue { null }
  static func double(_: Double) -> NoValue { null }
  static func float(_: Float) -> NoValue { null }
  static func decimal(_: JSONNumber) -> NoValue { null }
  static func string(_: TextSource) -> NoValue { null }
  static func date(_: Instant) -> NoValue { null }
  static func url(_: TextSource) -> NoValue { null }
  static func made(_: @autoclosure () -> MappedValue) -> NoValue { null }
  static func json(_: JSONValue) -> NoValue { null }
  static func custom(_: MappedValue) -> NoValue { null }
}

extension MappedValue: ValueOutput {
  static var isKept: Bool { true }

  static func decimal(_ number: JSONNumber) -> MappedValue {
    // The coercion has checked that the type can represent the number.
    .decimal(MappedDecimal(number))
  }

  static func string(_ text: TextSource) -> MappedValue { .string(text.text) }
  static func url(_ text: TextSource) -> MappedValue { .url(text.text) }
  static func made(_ value: @autoclosure () -> MappedValue) -> MappedValue { value() }
  static func json(_ value: JSONValue) -> MappedValue { .json(JSONFragment(value)) }
  static func custom(_ value: MappedValue) -> MappedValue { value }
}

/// An output that keeps a part of an identity: bytes that are the same for equal values.
///
/// Numbers are written by value, so that a whole number is the same identity whatever its type.
enum IdentityPart: ValueOutput {
  case absent
  case integer(UInt64, isNegative: Bool)
  case text(TextSource)
  case bytes([UInt8])

  static let isKept = true
  static let null = IdentityPart.absent
  static func bool(_ bool: Bool) -> IdentityPart { .bytes(Array((bool ? "true" : "false").utf8)) }
  static func int(_ number: Int64) -> IdentityPart {
    .integer(number.magnitude, isNegative: number < 0)
  }
  static func uint(_ number: UInt64) -> IdentityPart { .integer(number, isNegative: false) }
  static func double(_ number: Double) -> IdentityPart {
    if let whole = Int64(exactly: number) { return .int(whole) }
    return .bytes(Array("d\(number)".utf8))
  }
  static func float(_ number: Float) -> IdentityPart { .double(Double(number)) }
  static func decimal(_ number: JSONNumber) -> IdentityPart {
    if let whole = number.int64.exactValue { return .int(whole) }
    let value = Decimal(string: number.text) ?? .nan
    return .bytes(Array("n\(value)".utf8))
  }
  static func string(_ text: TextSource) -> IdentityPart { .text(text) }
  static func date(_ instant: Instant) -> IdentityPart { .bytes(Array("t\(instant)".utf8)) }
  static func url(_ text: TextSource) -> IdentityPart { .text(text) }
  static func made(_ value: @autoclosure () -> MappedValue) -> IdentityPart {
    .bytes(value().identityBytes)
  }
  static func json(_ value: JSONValue) -> IdentityPart {
    .bytes(Array(value.text().utf8))
  }
  static func custom(_ value: MappedValue) -> IdentityPart { .bytes(Array("\(value)".utf8)) }

  /// Returns the fingerprint of an identity that is a single whole number.
  static func fingerprint(ofInteger value: Int64) -> UInt64 {
    withUnsafeTemporaryAllocation(byteCount: 9, alignment: 8) { bytes in
      bytes[0] = value < 0 ? 2 : 1
      bytes.storeBytes(of: value.magnitude.littleEndian, toByteOffset: 1, as: UInt64.self)
      return MappingEngine.fingerprint(of: UnsafeRawBufferPointer(bytes))
    }
  }

  static func fingerprint(ofText content: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var bytes: [UInt8] = []
    append(3, content, to: &bytes)
    return MappingEngine.fingerprint(of: bytes[...])
  }

  /// Appends the part in such a way that different sequences of parts give different bytes.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .absent: bytes.append(0)
    case .integer(let magnitude, let isNegative):
      bytes.append(isNegative ? 2 : 1)
      withUnsafeBytes(of: magnitude.littleEndian) { bytes.append(contentsOf: $0) }
    case .text(.node(let document, let node)) where document.word(node).kind == .plainString:
      Self.append(3, document.text(of: node), to: &bytes)
    case .text(let text): Self.append(3, ArraySlice(text.text.utf8), to: &bytes)
    case .bytes(let content): Self.append(4, content[...], to: &bytes)
    }
  }

  static func append(_ tag: UInt8, _ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(tag)
    withUnsafeBytes(of: UInt32(content.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: content)
  }
}

extension JSONDocument {
  /// Returns the bytes between the quotes of a string without escapes.
  fileprivate func text(of node: Int) -> ArraySlice<UInt8> { bytes[contentRange(node)] }
}
