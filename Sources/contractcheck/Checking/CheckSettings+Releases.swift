import CaptureChecking
import ContractModel
import FaultTolerance

extension CheckSettings {
  /// Returns the options of a check by contracts, with the released versions.
  ///
  /// - Throws: An exit code if the contracts of a version cannot be read.
  func checkOptions(_ set: ContractSet, _ console: Console) throws -> CheckOptions {
    var options = try checkOptions(set)
    options.appVersions = release.versions
    for item in release.releases {
      let source = try ContractSource(item.source, console)
      // A version without the checked type never requests it.
      var own = (try? checkOptions(source.set)) ?? check
      own.released = []
      options.released.append(
        ReleasedVersion(
          item.name, source.set.contracts, own, tolerances: try source.tolerances(console)))
    }
    return options
  }
}
