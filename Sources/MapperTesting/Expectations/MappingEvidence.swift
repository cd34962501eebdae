public import ContractModel
public import JSONParsing
public import MappingEngine

/// The evidence that mapping one payload left behind, for expectations to examine.
///
/// The engine's own mapping has events. A mapper of the app has none; to find out which values it
/// read, the payload is changed and mapped again.
public struct MappingEvidence {
  /// The payload that was mapped.
  public let payload: JSONDocument
  /// The contract's result for the payload, with every event.
  public let result: MappingResult
  let app: AppEvidence?

  package var isOfApp: Bool { app != nil }

  /// One value on its way from the payload to a property.
  public struct Mapping {
    /// The place of the value in the payload.
    public let path: InstancePath
    /// The property that was written.
    public let property: PropertyPath
    /// The value in the payload; `nil` if it is missing.
    public let json: JSONValue?
    /// The event, if the contract's own mapping is tested.
    public let event: MappingEvent?
    let mapped: MappedProperty

    /// The value in the payload, if it is a text.
    public var string: String? { json?.string }
    /// The value of the property. For the app's own mappers it is the app's value; for the
    /// contract's own mapping it is a plain Swift value, such as a `String`, an `Int` or a `Date`.
    /// A whole number is an `Int`, an array or a set is `[Any]`, a dictionary `[String: Any]`, an
    /// object a `MappedObject`.
    public var value: Any? { mapped.any }
    /// The number of elements, if the property is a collection.
    public var count: Int? { mapped.count }
  }

  /// The result of searching for a value that is mapped from a source to a property.
  package enum Finding {
    case mapped(Mapping)
    /// The value is not mapped; the associated value is a phrase that says why.
    case notMapped(String)
  }
}

/// The value of a property, from the contract's mapping or from the app's.
enum MappedProperty {
  case contract(MappedValue?, ObjectStore)
  case app(Any)

  var any: Any? {
    switch self {
    case .contract(let value, let store): value?.plain(in: store)
    case .app(let value): ReflectedValue(value)?.value
    }
  }

  var count: Int? {
    switch self {
    case .contract(.array(let collection)?, _), .contract(.set(let collection)?, _):
      collection.elements.count
    case .contract(.dictionary(let entries)?, _): entries.count
    case .app(let value):
      ReflectedValue(value).flatMap { $0.isDictionary ? $0.entries.count : $0.elements?.count }
    default: nil
    }
  }
}

extension MappingEvidence.Mapping {
  /// The text of the property's value, for people.
  package var valueText: String {
    switch mapped {
    case .contract(let value, let store): MappedValueText(value, in: store).description
    case .app(let value): ReflectedText(value).description
    }
  }

  package func hasValue(_ expected: Any?) -> Bool {
    switch mapped {
    case .contract(let value, let store):
      ExpectedValue(expected as Any).matches(value, in: store)
    case .app(let value): ExpectedValue(expected as Any).matches(value)
    }
  }
}
