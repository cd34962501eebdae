import CaptureChecking
import ContractModel
import FaultTolerance

extension CheckSettings {
  /// The options of a check, with the versions that are in the field.
  ///
  /// - Throws: How the program ends, if the contracts of one cannot be read.
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
      // A version that does not have the type that is checked is never asked for it.
      var own = (try? checkOptions(source.set)) ?? check
      own.released = []
      options.released.append(
        ReleasedVersion(
          item.name, source.set.contracts, own, tolerances: try source.tolerances(console)))
    }
    return options
  }
}
