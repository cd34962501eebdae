public import Foundation
import JSONParsing
public import Testing

/// Expects that there is a contract for each of several `Codable` types, named as the type with a small
/// letter: `order` for `Order`. Those that are missing are drafted, as
/// `Contract(_:orDraftOf:decoder:sample:bundle:filePath:)` does it.
///
///     try expect(drafts: [Order.self, Customer.self], decoder: ShopAPI.decoder)
///
/// Each missing contract is an issue at this line with its draft; with `CONTRACTCHECK_DRAFT=1` in the
/// environment all are written at once, to the package's folder `Contracts`.
///
/// - Parameters:
///   - types: What payloads are.
///   - decoder: The app's; it is not changed.
///   - bundle: A bundle with contracts as resources, instead of the package.
///   - filePath: The test's source file; the package is the one around it.
///   - sourceLocation: The line that issues are recorded at.
/// - Throws: `TestSetupError`, if there is no type.
public func expect(
  drafts types: [any Decodable.Type], decoder: JSONDecoder = JSONDecoder(), bundle: Bundle? = nil,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expect(
    drafts: types, decoder: decoder, bundle: bundle, filePath: filePath,
    writesDrafts: Contract.writesDrafts, sourceLocation: sourceLocation)
}

/// - Parameter writesDrafts: Whether the drafts become files.
package func expect(
  drafts types: [any Decodable.Type], decoder: JSONDecoder = JSONDecoder(), bundle: Bundle? = nil,
  filePath: String, writesDrafts: Bool, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  guard !types.isEmpty else {
    throw TestSetupError("there is no type, so nothing would be drafted")
  }
  for type in types {
    // A generic type's name has signs that a file's should not.
    let name = "\(type)".filter { $0.isLetter || $0.isNumber }
    do {
      _ = try Contract(
        name.prefix(1).lowercased() + name.dropFirst(), orDraftOf: type, decoder: decoder,
        bundle: bundle, filePath: filePath, writesDraft: writesDrafts)
    } catch {
      TestIssue.record("\(error)", at: sourceLocation)
    }
  }
}
