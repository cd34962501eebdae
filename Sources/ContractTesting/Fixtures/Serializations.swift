import ContractModel
public import JSONParsing

/// A way to convert the bytes of a body to JSON.
public protocol Serialization: Sendable {
  /// Parses a body.
  func document(from bytes: [UInt8]) throws -> JSONDocument
}

/// The serializations of bodies, by their MIME types.
///
///     let serializations = Serializations.json.registering(FixedKeys(), for: "text/html")
///     try Fixture("page.html").json(by: serializations)
///
/// A MIME type is found whatever its case and its parameters: `Application/JSON; charset=utf-8`. A
/// type that is not registered and ends in `+json` is parsed like `application/json`.
public struct Serializations: Sendable {
  private var serializations: [String: any Serialization]

  /// The serializations for `application/json` and `text/json`, by `JSONParsing`; no others.
  public static let json = Serializations(serializations: [
    jsonType: StrictJSON(), "text/json": StrictJSON(),
  ])

  private static let jsonType = "application/json"

  private struct StrictJSON: Serialization {
    func document(from bytes: [UInt8]) throws -> JSONDocument { try JSONDocument(parsing: bytes) }
  }

  /// Returns these serializations with one more, which replaces an earlier one for the same type.
  public func registering(
    _ serialization: some Serialization, for mimeType: String
  ) -> Serializations {
    var result = self
    result.serializations[MIMEType.essence(mimeType)] = serialization
    return result
  }

  /// Parses a body.
  ///
  /// - Throws: `TestSetupError` if no serialization is registered for the type; the errors of the
  ///   serialization.
  public func document(from bytes: [UInt8], as mimeType: String) throws -> JSONDocument {
    let essence = MIMEType.essence(mimeType)
    guard
      let serialization = serializations[essence]
        ?? (MIMEType.isKindOfJSON(essence) ? serializations[Self.jsonType] : nil)
    else {
      let known = serializations.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      throw TestSetupError(
        "no serialization is registered for \(quoted(mimeType))",
        notes: ["known are \(known.map { displayed($0) }.joined(separator: ", "))"])
    }
    return try serialization.document(from: bytes)
  }
}
