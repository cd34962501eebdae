// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "ContractCheck",
  platforms: [.macOS(.v15), .iOS(.v18)],
  targets: [
    .target(name: "JSONParsing"),
    .executableTarget(name: "contractbench", dependencies: ["JSONParsing", "TestSupport"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "JSONParsingTests", dependencies: ["JSONParsing", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
