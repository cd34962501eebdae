import JSONParsing
import MappingEngine

/// The names of headers, parameters and members that hold credentials.
enum CredentialNames {
  /// Parts of names, in small letters and without what joins words.
  private static let parts = [
    "accesskey", "apikey", "appkey", "auth", "bearer", "cookie", "credential", "csrf", "jwt",
    "passcode", "passphrase", "passwd", "password", "privatekey", "secret", "session",
    "signature", "token", "xsrf",
  ]
  /// Whole names.
  private static let names: Set<String> = [
    "code", "cvc", "cvv", "key", "nonce", "otp", "pass", "pin", "pw", "pwd", "sid", "sig", "ssn",
  ]
  /// Names that have a part of the above and are words of many APIs.
  private static let others = ["author", "tokentype"]

  private static func folded(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter { !"-_.[]".utf8.contains($0) }, as: UTF8.self)
  }

  /// Whether a header or parameter of this name holds a credential.
  static func hasCredential(_ name: String) -> Bool {
    let name = folded(name)
    return names.contains(name) || isSecret(folded: name)
  }

  /// Whether a member of a body does: of its value nothing stays, whatever it takes.
  static func isSecret(_ name: String) -> Bool { isSecret(folded: folded(name)) }

  private static func isSecret(folded name: String) -> Bool {
    if name.contains("authorization") { return true }
    let rest = others.reduce(name) { $0.replacing($1, with: "") }
    return parts.contains { rest.contains($0) }
  }
}

extension ValueRedactor {
  /// The name of a parameter, field or key that no contract has: one that is no word is data.
  func parameterName(_ name: String) -> String {
    KeyName.isWord(name) || name.isEmpty ? name : scalar(name)
  }
}
