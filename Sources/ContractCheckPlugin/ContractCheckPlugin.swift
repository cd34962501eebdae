import Foundation
import PackagePlugin

/// `swift package contractcheck …`: the command, in a package that depends on this one.
@main
struct ContractCheckPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "contractcheck").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    let exitCode = process.terminationStatus
    // SwiftPM ends with 1 whatever the command ended with.
    if exitCode != 0 { Diagnostics.error("contractcheck ended with exit code \(exitCode)") }
  }
}
