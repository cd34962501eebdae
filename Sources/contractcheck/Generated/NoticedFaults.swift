import ContractModel
import Generation
import JSONParsing

/// A kind of change that servers make, and that a line of a contract can notice.
enum ServerChange: String, CaseIterable {
  case missing
  case null
  case wrongType = "wrong type"
  case otherCase = "other case"
  case nullElement = "null element"
  case wrongElement = "wrong element"
  case unknownCase = "unknown case"
  case emptyText = "empty text"
  case outOfRange = "out of range"

  /// - Returns: `nil` for faults that no line could notice, or that do not belong to one line.
  init?(_ cell: FaultCell) {
    switch (cell.faultClass, cell.variant) {
    case (.missing, _): self = .missing
    case (.null, _): self = .null
    // Lines may accept values of these types in addition to their own.
    case (.wrongType, "fraction"), (.wrongType, "quoted"), (.wrongType, "unquoted"): return nil
    case (.wrongType, _): self = .wrongType
    case (.keyCase, _): self = .otherCase
    case (.array, "null-element"): self = .nullElement
    case (.array, "wrong-element"): self = .wrongElement
    case (.caseValue, "unknown"), (.discriminator, "unknown"): self = .unknownCase
    case (.text, "empty"): self = .emptyText
    case (.integer, "2^63-1"), (.integer, "-2^63"): self = .outOfRange
    default: return nil
    }
  }

  /// Whether the lines of a key path allow the change explicitly: by `?` after the key or the type.
  func isAllowed(at keyPath: FaultedKeyPath) -> Bool {
    switch self {
    case .missing: keyPath.isOptional
    case .null: keyPath.isNullable
    case .nullElement: keyPath.lines.allSatisfy { $0.value.type.hasNullableElements }
    default: false
    }
  }

  /// The description of lines that allow the change: `11 may be absent`.
  var allowance: String { self == .missing ? "may be absent" : "may be null" }
}

extension ValueType {
  /// Whether the type is a collection of nullable elements.
  fileprivate var hasNullableElements: Bool {
    switch self {
    case .array(let element), .set(let element): element.allowsNull
    default: false
    }
  }
}

/// The lines of contracts that were tried with one change: those that notice it, and those that do
/// not.
struct NoticedFaults {
  /// A line of a contract, with its name for people.
  struct Line: Hashable {
    /// The file and the byte offset of the line.
    private let place: Origin.Place
    /// The name: `Sport.sportId`.
    let name: MemberName

    init(_ rule: PropertyLine, of owner: String) {
      place = rule.origin.place
      let parts = [owner, rule.source.description].filter { !$0.isEmpty }
      name = MemberName(parts.joined(separator: "."))
    }

    static func == (left: Line, right: Line) -> Bool { left.place == right.place }

    func hash(into hasher: inout Hasher) { hasher.combine(place) }
  }

  struct Trial {
    var change: ServerChange
    var line: Line
    /// Whether the line notices the change; `nil` if it allows it explicitly, and was not tried.
    var isNoticed: Bool?
  }

  /// The lines in the order of their trials.
  private(set) var lines: [Line] = []
  private var isNoticed: [Line: Bool] = [:]
  /// The lines that allow the change explicitly.
  private(set) var allowing: Set<Line> = []

  var passing: [Line] { lines.filter { isNoticed[$0] == false } }

  /// A line notices a change if it does so in every trial. It notices an unknown case if it does so
  /// in any trial, because elsewhere another key may select the case.
  ///
  /// - Returns: `nil` without a trial of the change.
  init?(of change: ServerChange, in trials: [Trial]) {
    for trial in trials where trial.change == change {
      let line = trial.line
      guard let found = trial.isNoticed else {
        allowing.insert(line)
        continue
      }
      if isNoticed[line] == nil { lines.append(line) }
      let known = isNoticed[line] ?? found
      isNoticed[line] = change == .unknownCase ? known || found : known && found
    }
    if lines.isEmpty, allowing.isEmpty { return nil }
  }
}
