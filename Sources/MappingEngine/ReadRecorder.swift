package import ContractModel
package import JSONParsing

/// Records the lines and cases of a contract that read values of payloads.
///
///     let recorder = ReadRecorder(contract, as: [target])
///     recorder.reads(of: document, as: target).lines.map(\.line.source)   // "", "id", "name"
package final class ReadRecorder: Sendable {
  /// Maps payloads of the targets, without the app's transformers.
  package let mapper: Mapper
  /// The roles of the lines that have one, by line number; the choices of cases, by case number.
  private let roles: [Int32: RecordedReads.Role]
  private let choices: [RecordedReads.Choice]

  /// - Parameter targets: The targets of payloads, besides the contract's endpoints.
  package init(_ contract: Contract, as targets: [ContractExample.Target]) {
    mapper = Mapper(contract, as: targets.map { MappingTarget($0) })
    (roles, choices) = (mapper.plan.roles, mapper.plan.choices)
  }

  /// Reads a payload of an endpoint or of one of the recorder's targets; its exchange is not known.
  package func reads(
    of document: JSONDocument, as target: ContractExample.Target
  ) -> RecordedReads {
    let target = mapper.planned(MappingTarget(target))
    var run = MappingRun(
      plan, document, mapper.reader, exchange: nil, ReadSink(wantsReads: true), ObjectCounter())
    _ = DeepStack.run(for: document) { run.run(target) }
    let describer = ViolationDescriber(run.sink.errors, plan, document)
    return RecordedReads(
      lines: run.sink.reads.distinct.map(line),
      looks: run.sink.looks.map { look in
        RecordedReads.Look(node: look.node, literal: plan.literal(ofCondition: look.condition))
      },
      choices: run.sink.cases.distinct.map { choices[$0] },
      errors: Set(run.sink.errors.compactMap { describer.violation(of: $0)?.expected }))
  }

  private var plan: MappingPlan { mapper.plan }

  private func line(_ read: ReadSink.Read) -> RecordedReads.Line {
    let level = max(plan.level(of: read.value, in: read.line), read.isElement ? 1 : 0)
    return RecordedReads.Line(
      node: read.node, line: plan.tables.sourceLines[read.line],
      value: plan.tables.sourceTypes[read.value], level: level,
      role: level == 0 ? roles[read.line] ?? .plain : .plain)
  }
}

/// The lines and cases that read values of a payload.
package struct RecordedReads: Sendable {
  /// The role of a property for its object.
  package enum Role: Sendable { case plain, identity, foreignKey }

  package struct Line: Sendable {
    package let node: Int
    package let line: PropertyLine
    /// The type of the value itself: the line's, or that of an element in it.
    package let value: ConstrainedType
    /// How many of the line's collections enclose the value: 0 is the line's own value.
    package let level: Int
    package let role: Role
  }

  /// A value that a condition of a case reads.
  package struct Look: Sendable {
    package let node: Int
    package let literal: Literal?
  }

  /// The case of a mapping that an object is mapped by, as its index among the mapping's cases.
  package struct Choice: Hashable, Sendable {
    package let mapping: MemberName
    package let option: Int

    package init(mapping: MemberName, option: Int) {
      (self.mapping, self.option) = (mapping, option)
    }
  }

  /// The values that lines read, in the order of reading; each value once for each line.
  package let lines: [Line]
  /// The values that the conditions of all cases read, chosen or not, in the order of the objects.
  package let looks: [Look]
  /// The chosen cases, in the order of their objects, each once.
  package let choices: [Choice]
  package let errors: Set<ExpectedViolation>
}

extension MappingPlan {
  fileprivate var roles: [Int32: RecordedReads.Role] {
    var roles: [Int32: RecordedReads.Role] = [:]
    for connection in tables.connections {
      for line in tables.order[connection.keyLines.indices] { roles[line] = .foreignKey }
    }
    for case .line(let line) in tables.identityParts { roles[line] = .identity }
    return roles
  }

  /// The choices of all cases. The cases are in the order of their mappings.
  fileprivate var choices: [RecordedReads.Choice] {
    tables.mappings.flatMap { mapping in
      (0..<Int(mapping.cases.count)).map { option in
        RecordedReads.Choice(mapping: name(of: mapping) ?? "", option: option)
      }
    }
  }

  fileprivate func literal(ofCondition number: Int) -> Literal? {
    if case .equals(let literal) = tables.conditions[number].test {
      tables.literals[literal]
    } else {
      nil
    }
  }

  /// Returns how many collections of a line's type enclose a value type of the line.
  fileprivate func level(of value: Int32, in line: Int32) -> Int {
    var (outer, level) = (tables.lines[line].value, 0)
    while outer != value {
      switch tables.values[outer].kind {
      case .array(let element), .set(let element), .dictionary(let element),
        .keyed(_, let element):
        (outer, level) = (element, level + 1)
      default: return level
      }
    }
    return level
  }
}

extension Array where Element: Hashable {
  /// The elements without duplicates, in the order of their first occurrence.
  fileprivate var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
