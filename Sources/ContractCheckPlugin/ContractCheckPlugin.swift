import Foundation
import PackagePlugin

/// `swift package contractcheck …`: runs the command in a package that depends on this one.
///
/// The plugin builds the command on demand, in release configuration. As a dependency of the
/// plugin, the command would add a debug build of all its modules to every build of the package.
@main
struct ContractCheckPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try builtCommand()
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    let exitCode = process.terminationStatus
    // SwiftPM exits with 1, whatever the command's exit code is.
    if exitCode != 0 { Diagnostics.error("contractcheck ended with exit code \(exitCode)") }
  }

  private func builtCommand() throws -> URL {
    let name = "contractcheck"
    Diagnostics.progress("building \(name), which takes minutes the first time")
    let build = try packageManager.build(
      .product(name), parameters: .init(configuration: .release))
    guard build.succeeded,
      let command = build.builtArtifacts.first(where: { $0.url.lastPathComponent == name })
    else { throw BuildFailure(log: build.logText) }
    return command.url
  }

  private struct BuildFailure: Error, CustomStringConvertible {
    let log: String

    var description: String { "contractcheck cannot be built:\n\(log)" }
  }
}
