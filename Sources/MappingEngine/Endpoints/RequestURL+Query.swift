import JSONParsing

extension RequestURL {
  /// The parameters of a URL's query, percent-decoded: what stands between `?` and `#`, with `&`
  /// between the pairs.
  package static func query(of text: String) -> NamedTexts {
    let url = text.utf8.prefix { $0 != UInt8(ascii: "#") }
    guard let mark = url.firstIndex(of: UInt8(ascii: "?")) else { return [:] }
    let pairs = url[url.index(after: mark)...].split(separator: UInt8(ascii: "&"))
    return NamedTexts(pairs.map { entry($0) })
  }

  private static func entry(_ pair: Substring.UTF8View) -> NamedTexts.Entry {
    let name = pair.prefix { $0 != UInt8(ascii: "=") }
    let text = pair.dropFirst(name.count + 1)
    return NamedTexts.Entry(
      name: MemberName(decoded(String(decoding: name, as: UTF8.self))),
      text: decoded(String(decoding: text, as: UTF8.self)))
  }
}
