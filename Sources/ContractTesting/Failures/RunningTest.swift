import Testing

/// The test function that runs, as a later run and a child of this process know it.
struct RunningTest: Equatable, Sendable {
  /// `AppTests.AvatarMapperTests/keepsContract()/AvatarMapperTests.swift:9:4`
  private let id: String

  /// - Returns: `nil` outside of Swift Testing.
  static var current: RunningTest? { Test.current.map { RunningTest(id: "\($0.id)") } }

  init(id: String) { self.id = id }

  /// The name without the line, which changes as the file is edited:
  /// `AppTests.AvatarMapperTests/keepsContract()`
  ///
  /// Two tests of one name in one suite would be one; Swift does not let a suite have them.
  var name: String {
    guard let slash = id.lastIndex(of: "/"), isPlace(id[slash...]) else { return id }
    return String(id[..<slash])
  }

  /// A regular expression that the test's identifier matches, and no other.
  var filter: String {
    let plain = id.unicodeScalars.map { scalar in
      scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
        ? "\\\(scalar)" : "\(scalar)"
    }
    return "^\(plain.joined())$"
  }

  /// Whether a text is `/AvatarMapperTests.swift:9:4`.
  private func isPlace(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":")
    return parts.count == 3 && parts[0].hasSuffix(".swift")
      && parts.dropFirst().allSatisfy { Int($0) != nil }
  }
}
