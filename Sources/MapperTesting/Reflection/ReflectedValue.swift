import Foundation
import JSONParsing

/// A value of the app, examined through `Mirror`.
///
/// Its properties have the names that a contract uses: stored properties of classes and their
/// superclasses, `_name` of a property wrapper as `name`, the storage of a `lazy` property as the
/// property, the names of a dictionary as properties, and the children of a custom mirror. The
/// properties that the app names itself come first.
package struct ReflectedValue {
  /// The value, which is never an optional.
  package let value: Any
  private let readers: PropertyReaders?

  /// The value with the readers for the values inside it, to be examined again.
  package var readable: Any { readable(value) }

  private func readable(_ part: Any) -> Any {
    readers.map { ReadableValue(value: part, readers: $0) } ?? part
  }

  /// - Returns: `nil` for `nil`, inside any number of optionals, and for `NSNull`.
  package init?(_ any: Any) {
    var any = any
    var readers: PropertyReaders?
    while true {
      if type(of: any) == ReadableValue.self, let readable = any as? ReadableValue {
        (any, readers) = (readable.value, readable.readers.joined(with: readers))
      } else if let optional = any as? any AnyOptional {
        guard let wrapped = optional.wrapped else { return nil }
        any = wrapped
      } else if type(of: any) == AnyHashable.self, let hashable = any as? AnyHashable {
        any = hashable.base
      } else {
        break
      }
    }
    // A cast to a class tries to bridge other values, which is slow.
    if type(of: any) is AnyClass, any is NSNull { return nil }
    (value, self.readers) = (any, readers)
  }

  /// Returns whether a value is an optional, empty or not.
  static func isOptional(_ any: Any) -> Bool {
    Mirror(reflecting: (any as? ReadableValue)?.value ?? any).displayStyle == .optional
  }

  /// The type's name, without its module.
  package var typeName: String { String(describing: type(of: value)) }

  /// The value that this one only wraps: a raw value, the one stored property of a structure, the
  /// one associated value of a case; `nil` where there is no such value.
  package var inner: Any? {
    if let raw = value as? any RawRepresentable { return raw.rawValue }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum: return associated
    case _ where !namedProperties.isEmpty: return nil
    case .struct, .class, .tuple:
      if mirror.children.count == 1, mirror.superclassMirror == nil {
        return mirror.children.first.map { readable($0.value) }
      }
      return Self.wrappedValue(in: mirror).map(readable)
    default: return nil
    }
  }

  var associated: Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum ? mirror.children.first.map { readable($0.value) } : nil
  }

  /// The associated values of a case; the label of a value without one is empty.
  var associatedValues: [ReflectedProperty] {
    guard let associated else { return [] }
    let mirror = Mirror(reflecting: (associated as? ReadableValue)?.value ?? associated)
    let values =
      mirror.displayStyle == .tuple
      ? mirror.children.map { ($0.label ?? "", $0.value) } : [("", associated)]
    return values.map { label, value in
      let label = label.hasPrefix(".") ? "" : label
      return readable(ReflectedProperty(label: label, storage: label, value: value))
    }
  }

  /// Whether the value is a list that can hold nil: of optionals, or of `Any`.
  var mayHoldNil: Bool {
    func holdsOptionals<List: Collection>(_ list: List) -> Bool {
      List.Element.self is any AnyOptional.Type || List.Element.self == Any.self
    }
    return (value as? any Collection).map { holdsOptionals($0) } ?? true
  }

  /// The identity of a reference; `nil` for a value type.
  var reference: ObjectIdentifier? {
    type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
  }

  /// The value that a property wrapper wraps, if it stores it under the name `wrappedValue`.
  var wrappedValue: Any? {
    guard namedProperties.isEmpty else { return nil }
    return Self.wrappedValue(in: Mirror(reflecting: value)).map(readable)
  }

  private static func wrappedValue(in mirror: Mirror) -> Any? {
    mirror.children.first { $0.label == "wrappedValue" || $0.label == "_wrappedValue" }?.value
  }

  /// The most levels of types that may wrap a value.
  static let wrapperLimit = 8

  /// The value and the values that it wraps, from the outside in, as far as they are not `nil`.
  var layers: [ReflectedValue] {
    var layers = [self]
    while layers.count < Self.wrapperLimit, let inner = layers[layers.count - 1].inner,
      let next = ReflectedValue(inner)
    {
      layers.append(next)
    }
    return layers
  }

  /// The name of the case, if the value is a case of an enumeration.
  package var caseName: String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    return mirror.children.first?.label ?? String(describing: value)
  }

  /// Whether the value is a case of an enumeration without associated values, such as `other`.
  var isBareCase: Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }

  /// Whether the value is a case of an enumeration, with or without associated values.
  var isCase: Bool { Mirror(reflecting: value).displayStyle == .enum }

  // MARK: - Properties

  /// The properties that the app names, followed by the stored ones, of which the inherited ones
  /// come first; for a case, the properties of its associated value.
  package var properties: [ReflectedProperty] {
    guard readers != nil else { return storedProperties }
    let named = namedProperties
    let names = Set(named.map { MemberName($0.label) })
    let others = storedProperties.filter { !names.contains(MemberName($0.label)) }
    return named + others.map(readable)
  }

  /// The properties that the app names; if there are any, comparisons use nothing else.
  var namedProperties: [ReflectedProperty] {
    (readers?.properties(of: value) ?? []).map {
      readable(ReflectedProperty(label: $0.label, storage: $0.label, value: $0.value))
    }
  }

  private func readable(_ property: ReflectedProperty) -> ReflectedProperty {
    ReflectedProperty(
      label: property.label, storage: property.storage, value: readable(property.value))
  }

  /// Returns the properties that the app names, or else those with one of the names; or else all.
  func properties(called names: Set<MemberName>?) -> [ReflectedProperty] {
    let named = namedProperties
    if !named.isEmpty { return named }
    let all = properties
    guard let names else { return all }
    let known = all.filter {
      names.contains(MemberName($0.label)) || names.contains(MemberName($0.storage))
    }
    return known.isEmpty ? all : known
  }

  private var storedProperties: [ReflectedProperty] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    // A custom mirror may have no display style.
    case .struct, .class, .tuple, .foreignReference, nil: return Self.properties(mirror)
    case .dictionary:
      return entries.map { ReflectedProperty(label: $0.name, storage: $0.name, value: $0.value) }
    case .enum: return associated.flatMap { ReflectedValue($0)?.properties } ?? []
    default: return []
    }
  }

  private static func properties(_ mirror: Mirror) -> [ReflectedProperty] {
    var found = mirror.superclassMirror.map { properties($0) } ?? []
    for case (let name?, let value) in mirror.children {
      found.append(
        ReflectedProperty(label: label(name), storage: name, value: wrapped(value, by: name)))
    }
    return found
  }

  /// Returns the wrapped value of a property wrapper, stored as `_name` for the property `name`.
  private static func wrapped(_ value: Any, by label: String) -> Any {
    guard label.utf8.first == UInt8(ascii: "_") else { return value }
    let storage = Mirror(reflecting: value)
    guard storage.displayStyle == .struct || storage.displayStyle == .class else { return value }
    return wrappedValue(in: storage) ?? value
  }

  fileprivate static let lazyPrefix = "$__lazy_storage_$_"

  /// Returns the name with which a property was declared.
  private static func label(_ label: String) -> String {
    switch label.utf8.first {
    case UInt8(ascii: "$")? where label.hasPrefix(lazyPrefix):
      return String(label.dropFirst(lazyPrefix.count))
    case UInt8(ascii: "_")? where label.utf8.count > 1: return String(label.dropFirst())
    default: return label
    }
  }

  // MARK: - Collections

  /// The elements of an array, a set or another collection; `nil` if the value is not a collection.
  package var elements: [Any]? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set: return mirror.children.map { readable($0.value) }
    default: return nil
    }
  }

  /// The elements of the value, or else of the first value inside it that has elements.
  var layeredElements: [Any]? { layers.lazy.compactMap(\.elements).first }

  var isEmptyCollection: Bool { elements?.isEmpty ?? (isDictionary && entries.isEmpty) }
  /// Whether the value is an empty collection or an empty text.
  var isEmpty: Bool { isEmptyCollection || (value as? String)?.isEmpty ?? false }
  package var isSet: Bool { Mirror(reflecting: value).displayStyle == .set }
  package var isDictionary: Bool { Mirror(reflecting: value).displayStyle == .dictionary }

  /// The names and values of a dictionary, in the order of the names' bytes.
  package var entries: [(name: String, value: Any)] {
    guard isDictionary else { return [] }
    let pairs = Mirror(reflecting: value).children.compactMap { child -> (String, Any)? in
      let pair = Array(Mirror(reflecting: child.value).children)
      return pair.count == 2 ? (Self.name(pair[0].value), readable(pair[1].value)) : nil
    }
    return pairs.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
  }

  /// Returns the text of a dictionary's key: the key itself, or its raw value.
  private static func name(_ key: Any) -> String {
    if let text = key as? String { return text }
    if let raw = key as? any RawRepresentable { return name(raw.rawValue) }
    if let coding = key as? any CodingKeyRepresentable { return coding.codingKey.stringValue }
    return String(describing: (key as? AnyHashable)?.base ?? key)
  }
}

/// A property of a value of the app, stored or named by the app.
package struct ReflectedProperty {
  /// The name with which it most likely was declared.
  package let label: String
  /// The name of the stored property: `_name` if a wrapper stores it, or if it was declared so.
  let storage: String
  package let value: Any

  /// Whether the property is lazy and was never read, so that its value is not known.
  var isUnread: Bool {
    storage.utf8.first == UInt8(ascii: "$") && storage.hasPrefix(ReflectedValue.lazyPrefix)
      && ReflectedValue(value) == nil
  }
}

/// An optional of any type.
private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { self }
}
