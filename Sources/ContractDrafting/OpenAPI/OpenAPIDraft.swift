package import ContractModel
import DraftWriting
import JSONParsing

/// A contract drafted from an OpenAPI description, with a list of the parts that it cannot express.
///
///     let draft = try OpenAPIDraft(bytes, path: "openapi.json")
///     draft.text      // { "contract": 1, "endpoints": { "GET /pets -> 200": "[Pet]" }, …
///     draft.notes     // openapi.json:40:11: warning: no contract says "multipleOf"; at #/components/…
///
/// The format is that of the OpenAPI Specification 3.0.4 and 3.1.1. The same description gives the
/// same draft.
package struct OpenAPIDraft: Sendable {
  package let text: String
  package let endpointCount: Int
  package let requestCount: Int
  package let mappingCount: Int
  /// The parts that no contract can express, and the dangling references, in the order of the file.
  package let notes: [ContractError]
  /// The errors of the draft itself, of which there should be none.
  package var mistakes: [ContractError] { DraftedContract.errors(text) }

  /// - Throws: `ContractErrors` if the bytes are not a description of OpenAPI 3.0 or 3.1 in JSON.
  package init(_ bytes: [UInt8], path: String) throws(ContractErrors) {
    let document = try OpenAPIDocument(bytes, path: path)
    var operations = OpenAPIOperations(document)
    operations.read()
    let mappings = operations.mappings
    mappings.finish(
      operations.endpoints.flatMap(\.value.types)
        + operations.requests.flatMap { $0.members.flatMap(\.value.types) })
    let written = DraftText(
      remarks: [
        "A draft from \(operations.title): it says what that says. Strike out what the app does not read."
      ],
      host: operations.host, basePath: operations.basePath, endpoints: operations.endpoints,
      requests: operations.requests, mappings: mappings.mappings)
    (text, notes) = (written.text, document.notes)
    endpointCount = operations.endpoints.count
    (requestCount, mappingCount) = (operations.requests.count, mappings.mappings.count)
  }
}

enum DraftedContract {
  static func set(_ text: String) -> ContractSet {
    ContractSet(
      paths: ["a.contract.json"], files: ContractText(text), canBeGenerated: { _ in true })
  }

  static func errors(_ text: String) -> [ContractError] {
    set(text).errors.filter { $0.severity == .error }
  }

  /// Returns the first error of a contract with some members; `nil` if it is valid.
  static func problem(_ members: String) -> String? {
    errors("{\"contract\":1,\(members)}").first?.message
  }
}
