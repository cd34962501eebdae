public import JSONParsing

/// A conversion that only the app knows: `Color(custom:hex)`.
public struct ValueTransformer: Sendable {
  /// Makes the value of what the payload has; `nil`, if it cannot.
  public var map: @Sendable (JSONValue) -> MappedValue?
  /// Makes the JSON text that gives a value; `nil`, if there is none.
  public var inverse: (@Sendable (MappedValue) -> String?)?

  /// Makes a transformer of a function and its inverse.
  public init(
    map: @escaping @Sendable (JSONValue) -> MappedValue?,
    inverse: (@Sendable (MappedValue) -> String?)? = nil
  ) {
    self.map = map
    self.inverse = inverse
  }
}

/// The app's transformers by the names that contracts use.
public typealias ValueTransformers = [String: ValueTransformer]
