import MappingEngine

/// The names of headers, parameters and members that contain credentials.
package enum CredentialNames {
  /// Parts of names, in small letters and without word separators, each with the letters after it
  /// that make another word of it: `author`.
  private static let parts: [(text: [UInt8], other: [UInt8])] = [
    "accesskey", "apikey", "appkey", "auth", "authoriz", "bearer", "cookie", "credential", "csrf",
    "jwt", "passcode", "passphrase", "passwd", "password", "privatekey", "secret", "session",
    "signature", "token", "xsrf",
  ].map { (Array($0.utf8), Array((["auth": "or", "token": "type"][$0] ?? "").utf8)) }
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
    names.contains(folded(name)) || isSecret(name)
  }

  /// Whether a member with this name contains a credential, which is replaced in any case.
  package static func isSecret(_ name: String) -> Bool {
    let name = folded(name)
    return name.indices.contains { start in
      parts.contains { text, other in
        guard name[start] == text[0], name[start...].starts(with: text) else { return false }
        return other.isEmpty || !name[(start + text.count)...].starts(with: other)
      }
    }
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
