import ContractModel
import JSONParsing

extension MeasuredTolerance {
  /// The error that a file is not a measured tolerance.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  /// The bytes of the file. They are sorted, so the same answers give the same bytes.
  package var bytes: [UInt8] {
    var writer = JSONWriter(.indented(spaces: 2))
    writer.object { writer in
      writer.member("tolerance", Self.formatVersion)
      writer.member("contract", contract.text)
      writer.member("digest", digest)
      writer.object("mappers") { writer in
        for (target, lines) in mappers.sorted(by: { $0.key < $1.key }) {
          writer.object(target.text) { writer in
            for (line, answers) in lines.sorted(by: { $0.key < $1.key }) {
              writer.object(line.text) { writer in
                for fault in FoldedFault.allCases {
                  if let answer = answers[fault] { writer.member(fault.rawValue, answer.rawValue) }
                }
              }
            }
          }
        }
      }
    }
    return writer.bytes + [0x0A]
  }

  /// Reads a file.
  ///
  /// - Throws: `Unreadable`, with the place in the file.
  package init(_ bytes: [UInt8]) throws(Unreadable) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw Unreadable(description: "\(TextPosition(offset: error.offset, in: bytes)): \(error)")
    }
    let fail = { (value: JSONValue, message: String) in
      let position = TextPosition(offset: value.byteRange.lowerBound, in: bytes)
      return Unreadable(description: "\(position): \(message)")
    }
    let root = document.root
    guard let version = root["tolerance"]?.number?.int64.value else {
      throw fail(root, "this is no measured tolerance: there is no \"tolerance\"")
    }
    guard version == Int64(Self.formatVersion) else {
      throw fail(root, "the tolerance is of version \(version), and not \(Self.formatVersion)")
    }
    guard let name = root["contract"]?.string, let digest = root["digest"]?.string,
      let mappers = root["mappers"], mappers.kind == .object
    else { throw fail(root, "expected \"contract\", \"digest\" and \"mappers\"") }
    self.init(contract: MemberName(name), digest: digest)
    for mapper in mappers.members {
      for line in mapper.value.members {
        for entry in line.value.members {
          guard let fault = FoldedFault(rawValue: entry.name.text),
            let answer = entry.value.string.flatMap(FaultAnswer.init)
          else {
            let found = "\(quoted(entry.name.text)): \(entry.value.text())"
            throw fail(entry.value, "expected a fault and what is done with it, found \(found)")
          }
          note(answer, to: fault, of: line.name, as: mapper.name)
        }
      }
    }
  }
}
