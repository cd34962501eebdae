public import ContractModel
public import JSONParsing
public import MappingEngine

/// The evidence that mapping one payload left behind, for expectations to look at.
///
/// The engine's own mapping has events. A mapper of the app has none: there, what was read from
/// where is found out by changing the payload and mapping it again.
public struct MappingEvidence {
  /// The payload that was mapped.
  public let payload: JSONDocument
  /// The result of the payload under the contract, with every event.
  public let result: MappingResult
  let app: AppEvidence?

  /// Whether a mapper of the app was asked.
  package var isOfApp: Bool { app != nil }

  /// One value on its way from the payload to a property.
  public struct Mapping {
    /// Where the value stands in the payload.
    public let path: InstancePath
    /// The property that was written.
    public let property: PropertyPath
    /// The value in the payload; none for what is missing.
    public let json: JSONValue?
    /// The event, if the contract's own mapping is tested.
    public let event: MappingEvent?
    let mapped: MappedProperty

    /// The text in the payload, if a text stands there.
    public var string: String? { json?.string }
    /// The value of the property: for the app's own mappers as the app has it, for the contract's own
    /// mapping as a plain Swift value, such as a `String`, an `Int` or a `Date`. A whole number is an
    /// `Int`, an array or a set is `[Any]`, a dictionary `[String: Any]`, an object a `MappedObject`.
    public var value: Any? { mapped.any }
    /// How many elements the property has, if it is a collection.
    public var count: Int? { mapped.count }
  }

  /// The finding about a source and a property.
  package enum Finding {
    case mapped(Mapping)
    /// Why it is not mapped, in a phrase.
    case notMapped(String)
  }
}

/// The value of a property: by the contract's mapping, or by the app's.
enum MappedProperty {
  case contract(MappedValue?, ObjectStore)
  case app(Any)

  var any: Any? {
    switch self {
    case .contract(let value, let store): value?.plain(in: store)
    case .app(let value): ReflectedValue(value)?.value
    }
  }

  /// How many elements it has, if it is a collection.
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

  var text: String {
    switch self {
    case .contract(let value, let store): MappedValueText(value, in: store).description
    case .app(let value): ReflectedText(value).description
    }
  }
}

extension MappingEvidence.Mapping {
  /// The property's value as people read it.
  package var valueText: String { mapped.text }

  /// Whether the property has a value that a test names.
  package func hasValue(_ expected: Any?) -> Bool {
    switch mapped {
    case .contract(let value, let store):
      ExpectedValue(expected as Any).matches(value, in: store)
    case .app(let value): ExpectedValue(expected as Any).matches(value)
    }
  }
}
