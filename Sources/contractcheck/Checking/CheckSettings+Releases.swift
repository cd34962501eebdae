import CaptureChecking
import ContractModel
import FaultTolerance

extension CheckSettings {
  /// Returns the options of a check, with the released versions.
  ///
  /// - Throws: An exit code if the contracts of a version cannot be read.
  func holdingReleases(_ options: CheckOptions, _ console: Console) throws -> CheckOptions {
    guard !release.releases.isEmpty else { return options }
    guard partial == nil else {
      throw UsageError(
        message: "--partial does not go with --released",
        hint: "check the captures as a whole: a part has no versions")
    }
    var options = options
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
