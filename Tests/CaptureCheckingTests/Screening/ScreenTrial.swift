import CaptureChecking
import CaptureSources
import ContractModel
import Generation
import MappingEngine
import RecordScreening
import Reporting
import TestSupport

/// Checks payloads with a screen in front of the engine, by each kernel of this machine, and
/// without a screen.
///
/// In debug builds the check with a screen traps if the two differ in one payload. The reports and
/// parts are compared as well.
struct ScreenTrial {
  private let set: ContractSet
  /// The checks with a screen, by kernel.
  private var screened: [CaptureCheck]
  private var judged: CaptureCheck
  private var reader = CaptureReader(format: .json)

  /// - Parameter target: The target of the payloads; `nil` means that they name their endpoints.
  init(_ set: ContractSet, as target: MappingTarget?) {
    self.set = set
    var options = CheckOptions()
    options.bareTarget = target.map { CheckOptions.NamedTarget(contract: 0, target: $0) }
    screened = ScreenKernel.allCases.filter(\.isAvailable).map { kernel in
      options.screen = kernel
      return CaptureCheck(set.contracts, options: options)
    }
    options.screen = nil
    judged = CaptureCheck(set.contracts, options: options)
  }

  /// - Parameter type: The type of the payloads, a mapping or an array of it: `[User]`; `nil` means
  ///   that they name their endpoints.
  init(_ contract: String, as type: String? = nil) throws {
    let set = ContractSet(paths: ["a.contract.json"], files: OneContract(contract))
    precondition(set.isUsable, "\(set.errors)")
    self.init(set, as: try type.map { MappingTarget(try TargetText($0).target) })
  }

  /// Checks a payload several times, so that the screen can learn it.
  mutating func check(_ payload: [UInt8], times: Int = 1) {
    for _ in 0..<times {
      for kernel in screened.indices {
        _ = reader.read(CaptureInput(file: "a.ndjson"), from: ResumedSource(payload)) {
          screened[kernel].check($0, $1)
        }
      }
      _ = reader.read(CaptureInput(file: "a.ndjson"), from: ResumedSource(payload)) {
        judged.check($0, $1)
      }
    }
  }

  mutating func check(_ payload: String, times: Int = 1) {
    check(Array(payload.utf8), times: times)
  }

  /// Checks lines of a capture that arrive in two reads.
  ///
  /// - Parameter end: The end of the first read.
  mutating func check(lines: [UInt8], firstReadTo end: Int) {
    let input = CaptureInput(file: "a.ndjson")
    let source = { ResumedSource(Array(lines[..<end]), ResumedSource(Array(lines[end...]))) }
    var reader = CaptureReader()
    _ = reader.read(input, from: source()) { judged.check($0, $1) }
    reader.handsOverUnparsed = true
    for kernel in screened.indices {
      _ = reader.read(input, from: source()) { screened[kernel].check($0, $1) }
    }
  }

  /// The reports of the check with a screen; if kernels differ, those of each kernel.
  var screenedText: String { Self.agreed(screened.map { text(of: $0) }, joining: { $0.joined() }) }

  /// The reports of the engine alone.
  var judgedText: String { text(of: judged) }

  private func text(of check: CaptureCheck) -> String {
    let header = PartHeader(
      of: CapturePlan([CaptureInput(file: "a.ndjson")], format: .ndjson), share: nil)
    let part = String(decoding: check.part(header), as: UTF8.self)
    var check = check
    check.finish()
    let report = CheckReport(check, inputCount: 1, showsValues: true, of: set)
    var style = ReportStyle()
    style.isVerbose = true
    return part + report.text(style) + report.json
  }

  /// The number of payloads that passed the screen; −1 if kernels differ.
  var passedCount: Int { Self.agreed(screened.map(\.screenedCount), joining: { _ in -1 }) }

  private static func agreed<Value: Equatable>(
    _ values: [Value], joining: ([Value]) -> Value
  ) -> Value {
    values.allSatisfy { $0 == values[0] } ? values[0] : joining(values)
  }
}
