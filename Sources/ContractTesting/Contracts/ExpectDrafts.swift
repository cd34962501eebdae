public import Foundation
public import Testing

/// Expects that there is a contract for each of several `Codable` types, named like the type with a
/// lower-case first letter: `order` for `Order`. Missing contracts are drafted, as by
/// `Contract(_:orDraftOf:decoder:sample:bundle:filePath:)`.
///
///     try expect(drafts: [Order.self, Customer.self], decoder: ShopAPI.decoder)
///
/// Each missing contract is an issue at this line, with its draft. With `CONTRACTCHECK_DRAFT=1` in
/// the environment, all drafts are written at once, to the package's folder `Contracts`.
///
/// - Parameters:
///   - types: The types of payloads.
///   - decoder: The app's decoder; it is not changed.
///   - bundle: A bundle with contracts as resources, to use instead of the package.
///   - filePath: The test's source file, which is inside the package.
///   - sourceLocation: The line at which issues are recorded.
/// - Throws: `TestSetupError` if `types` is empty.
public func expect(
  drafts types: [any Decodable.Type], decoder: JSONDecoder = JSONDecoder(), bundle: Bundle? = nil,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expect(
    drafts: types, decoder: decoder, bundle: bundle, filePath: filePath,
    writesDrafts: Contract.writesDrafts, sourceLocation: sourceLocation)
}

/// - Parameter writesDrafts: Whether the drafts are written to files.
package func expect(
  drafts types: [any Decodable.Type], decoder: JSONDecoder = JSONDecoder(), bundle: Bundle? = nil,
  filePath: String, writesDrafts: Bool, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  guard !types.isEmpty else {
    throw TestSetupError("there is no type, so nothing would be drafted")
  }
  var typesByName: [String: any Decodable.Type] = [:]
  for type in types {
    // The name of a generic type has characters that a file name should not have.
    let name = "\(type)".filter { $0.isLetter || $0.isNumber }
    do {
      if let other = typesByName.updateValue(type, forKey: name), other != type {
        throw TestSetupError(
          "\(String(reflecting: other)) and \(String(reflecting: type)) would have one contract",
          notes: ["name that of the second with Contract(_:orDraftOf:)"])
      }
      _ = try Contract(
        name.prefix(1).lowercased() + name.dropFirst(), orDraftOf: type, decoder: decoder,
        bundle: bundle, filePath: filePath, writesDraft: writesDrafts)
    } catch {
      TestIssue.record("\(error)", at: sourceLocation)
    }
  }
}
