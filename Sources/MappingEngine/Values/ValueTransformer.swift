public import JSONParsing

/// A conversion that only the app knows, as in `Color(custom:hex)`.
public struct ValueTransformer: Sendable {
  /// Converts a value of the payload; returns `nil`, if it cannot.
  public var map: @Sendable (JSONValue) -> MappedValue?
  /// Returns the JSON text that is converted to a value; `nil`, if there is none.
  public var inverse: (@Sendable (MappedValue) -> String?)?

  /// Makes a transformer from a function and its inverse.
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
