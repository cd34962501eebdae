import MappingEngine

/// The names of headers, parameters and members that contain credentials.
package enum CredentialNames {
  /// A part of a name, in small letters and without word separators.
  private struct Part {
    let text: [UInt8]
    /// The letters after the part that make another word of it: `author`.
    let other: [UInt8]

    init(_ text: String, butNot other: String = "") {
      (self.text, self.other) = (Array(text.utf8), Array(other.utf8))
    }

    func isIn(_ name: [UInt8]) -> Bool {
      guard name.count >= text.count else { return false }
      return (0...name.count - text.count).contains { start in
        let rest = name[start...]
        return rest.first == text.first && rest.starts(with: text)
          && (other.isEmpty || !rest.dropFirst(text.count).starts(with: other))
      }
    }
  }

  private static let parts = [
    Part("accesskey"), Part("apikey"), Part("appkey"), Part("auth", butNot: "or"),
    Part("authoriz"), Part("bearer"), Part("cookie"), Part("credential"), Part("csrf"),
    Part("jwt"), Part("passcode"), Part("passphrase"), Part("passwd"), Part("password"),
    Part("privatekey"), Part("secret"), Part("session"), Part("signature"),
    Part("token", butNot: "type"), Part("xsrf"),
  ]
  private static let names: Set<[UInt8]> = Set(
    [
      "code", "cvc", "cvv", "key", "nonce", "otp", "pass", "pin", "pw", "pwd", "sid", "sig", "ssn",
    ].map { Array($0.utf8) })

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.compactMap { byte in
      if "-_.[]".utf8.contains(byte) { return nil }
      return 0x41...0x5a ~= byte ? byte | 0x20 : byte
    }
  }

  /// Whether a header or parameter with this name contains a credential.
  package static func hasCredential(_ name: String) -> Bool {
    let name = folded(name)
    return names.contains(name) || parts.contains { $0.isIn(name) }
  }

  /// Whether a member with this name contains a credential, which is replaced in any case.
  package static func isSecret(_ name: String) -> Bool {
    let name = folded(name)
    return parts.contains { $0.isIn(name) }
  }
}

extension ValueRedactor {
  /// Returns the replacement of a name of a parameter, field or key that no contract has: a name
  /// that is not a word is data. Some names in HTTP/2 start with a colon.
  package func parameterName(_ name: String) -> String {
    let word = name.hasPrefix(":") ? String(name.dropFirst()) : name
    return KeyName.isWord(word) || name.isEmpty ? name : scalar(name)
  }
}
