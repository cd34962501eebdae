public import ContractModel
public import Foundation
public import JSONParsing

/// The value of a property after mapping.
///
/// Two values are equal if they have the same kind and the same content: `false` is not 0, `1` is
/// not `"1"`. The order of a set does not matter. An object is equal only to itself; `MappedObject`
/// compares the contents of objects.
public enum MappedValue: Hashable, Sendable {
  /// `nil`.
  case null
  /// A `Bool`.
  case bool(Bool)
  /// A value of any signed whole-number type.
  case int(Int64)
  /// A value of any unsigned whole-number type.
  case uint(UInt64)
  /// A `Double`.
  case double(Double)
  /// A `Float`.
  case float(Float)
  /// A `Decimal`.
  case decimal(MappedDecimal)
  /// A `String`.
  case string(String)
  /// A `Date`.
  case date(Instant)
  /// A URL, as its text.
  case url(String)
  /// A `UUID`.
  case uuid(UUID)
  /// A `Data`, as its bytes.
  case data([UInt8])
  /// Any JSON, unchanged.
  case json(JSONFragment)
  /// An array, in the order of the payload.
  case array(MappedCollection)
  /// A set, each element once, in the order of the payload.
  case set(MappedCollection)
  /// A dictionary, in the order of the payload.
  case dictionary([MappedEntry])
  /// An object of the store.
  case object(ObjectID)
}

/// The elements of an array or set, in the order of the payload.
public struct MappedCollection: Hashable, Sendable {
  /// The elements that were kept.
  public var elements: [MappedValue]
  /// The positions in the payload that were left out, zero-based, ascending.
  public var skipped: [Int]
  /// The names of the elements of a keyed collection.
  public var names: [MemberName]

  /// Makes a collection.
  ///
  /// - Parameters:
  ///   - skipped: The positions in the payload of elements that were left out, in order.
  ///   - names: The name of each element of a keyed collection.
  public init(_ elements: [MappedValue], skipped: [Int] = [], names: [MemberName] = []) {
    self.elements = elements
    self.skipped = skipped
    self.names = names
  }

  /// Returns the element that has a name in a keyed collection of the payload.
  public func element(named name: MemberName) -> MappedValue? {
    names.lastIndex(of: name).map { elements[$0] }
  }

  /// Returns the element at a position of the payload's array, or `nil` if it was left out.
  public func element(at position: Int) -> MappedValue? {
    let before = skipped.firstIndex { $0 >= position } ?? skipped.count
    if before < skipped.count, skipped[before] == position { return nil }
    let index = position - before
    return elements.indices.contains(index) ? elements[index] : nil
  }

  public static func == (left: MappedCollection, right: MappedCollection) -> Bool {
    left.elements == right.elements
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

/// A value of a dictionary and its name.
public struct MappedEntry: Hashable, Sendable {
  /// The key.
  public var name: MemberName
  /// The value.
  public var value: MappedValue

  /// Makes an entry of a dictionary.
  public init(name: MemberName, value: MappedValue) {
    self.name = name
    self.value = value
  }
}

/// The identifier of an object within its store.
public struct ObjectID: Hashable, Comparable, Sendable {
  /// The objects of a store are numbered in the order of their creation.
  let index: Int32

  public static func < (left: ObjectID, right: ObjectID) -> Bool { left.index < right.index }
}

extension MappedValue {
  /// Makes a decimal number, written as Foundation writes it.
  public static func decimal(_ value: Decimal) -> MappedValue { .decimal(MappedDecimal(value)) }

  /// Whether it is `nil`.
  public var isNull: Bool { self == .null }

  /// The elements of an array or set; none for any other value.
  public var elements: [MappedValue] {
    switch self {
    case .array(let collection), .set(let collection): collection.elements
    default: []
    }
  }

  /// The text of a string, or of a value that is written as one.
  public var string: String? {
    switch self {
    case .string(let text), .url(let text): text
    case .uuid(let uuid): uuid.uuidString
    default: nil
    }
  }

  /// The object; `nil`, if the value is not an object.
  public var objectID: ObjectID? { if case .object(let id) = self { id } else { nil } }

  public static func == (left: MappedValue, right: MappedValue) -> Bool {
    // There is a case for each kind and no default, so the compiler requires one for a new kind.
    switch left {
    case .null: if case .null = right { true } else { false }
    case .bool(let left): if case .bool(let right) = right { left == right } else { false }
    case .int(let left): if case .int(let right) = right { left == right } else { false }
    case .uint(let left): if case .uint(let right) = right { left == right } else { false }
    case .double(let left): if case .double(let right) = right { left == right } else { false }
    case .float(let left): if case .float(let right) = right { left == right } else { false }
    case .decimal(let left): if case .decimal(let right) = right { left == right } else { false }
    case .string(let left):
      if case .string(let right) = right { left.utf8.elementsEqual(right.utf8) } else { false }
    case .date(let left): if case .date(let right) = right { left == right } else { false }
    case .url(let left):
      if case .url(let right) = right { left.utf8.elementsEqual(right.utf8) } else { false }
    case .uuid(let left): if case .uuid(let right) = right { left == right } else { false }
    case .data(let left): if case .data(let right) = right { left == right } else { false }
    case .json(let left): if case .json(let right) = right { left == right } else { false }
    case .array(let left): if case .array(let right) = right { left == right } else { false }
    case .set(let left):
      if case .set(let right) = right { Set(left.elements) == Set(right.elements) } else { false }
    case .dictionary(let left):
      if case .dictionary(let right) = right { Set(left) == Set(right) } else { false }
    case .object(let left): if case .object(let right) = right { left == right } else { false }
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .int(let number): hasher.combine(number)
    case .uint(let number): hasher.combine(number)
    case .double(let number): hasher.combine(number)
    case .float(let number): hasher.combine(number)
    case .decimal(let number): hasher.combine(number)
    case .string(let text), .url(let text): hasher.combine(MemberName(text))
    case .date(let instant): hasher.combine(instant)
    case .uuid(let uuid): hasher.combine(uuid)
    case .data(let bytes): hasher.combine(bytes)
    case .json(let fragment): hasher.combine(fragment)
    case .array(let collection): hasher.combine(collection)
    case .set(let collection): hasher.combine(Set(collection.elements))
    case .dictionary(let entries): hasher.combine(Set(entries))
    case .object(let id): hasher.combine(id)
    }
  }
}

// MARK: - Text

/// Writes a value that refers to no object.
func writeScalar(_ value: MappedValue, to json: inout JSONWriter) {
  switch value {
  case .bool(let bool): json.bool(bool)
  case .int(let number): json.number(number)
  case .uint(let number): json.number(number)
  case .double(let number): json.number(number)
  case .float(let number):
    JSONNumber(number.description).map { json.number($0) } ?? json.null()
  case .decimal(let number):
    JSONNumber(number.text).map { json.number($0) } ?? json.string(number.text)
  case .string(let text), .url(let text): json.string(text)
  case .date(let instant): json.string(instant.description)
  case .uuid(let uuid): json.string(uuid.uuidString)
  case .data(let bytes): json.string(Base64.text(of: bytes))
  case .json(let fragment): json.value(fragment.value)
  case .null, .array, .set, .dictionary, .object: json.null()
  }
}

extension MappedValue {
  /// Bytes that are the same for equal values of a type.
  var identityBytes: [UInt8] {
    if case .data(let bytes) = self { bytes } else { Array((string ?? "\(self)").utf8) }
  }

  /// The value as a foreign key: its text; `nil` for null.
  var keyText: String? {
    switch self {
    case .null, .array, .set, .dictionary, .object: return nil
    case .string(let text), .url(let text): return text
    // The value is independent of how the number is written.
    case .decimal(let number): return number.value.description
    default:
      var json = JSONWriter()
      writeScalar(self, to: &json)
      return json.text
    }
  }
}
