// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "ContractCheck",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ContractTesting", targets: ["ContractTesting"]),
    .executable(name: "contractcheck", targets: ["contractcheck"]),
    .plugin(name: "ContractCheckPlugin", targets: ["ContractCheckPlugin"]),
  ],
  targets: [
    .target(name: "JSONParsing"),
    .target(name: "ContractModel", dependencies: ["JSONParsing"]),
    .target(name: "MappingEngine", dependencies: ["ContractModel", "JSONParsing"]),
    .target(name: "Generation", dependencies: ["ContractModel", "JSONParsing"]),
    .target(name: "CaptureSources", dependencies: ["JSONParsing"]),
    .systemLibrary(name: "CZlib"),
    .target(name: "GzipReading", dependencies: ["CZlib", "CaptureSources"]),
    .target(
      name: "Verification",
      dependencies: [
        "CaptureSources", "ContractModel", "Generation", "JSONParsing", "MappingEngine",
      ]),
    .target(
      name: "Reporting",
      dependencies: [
        "CaptureSources", "ContractModel", "JSONParsing", "MappingEngine", "Verification",
      ]),
    .target(name: "DiskReading", dependencies: ["ContractModel", "JSONParsing"]),
    .target(
      name: "FailureStorage", dependencies: ["ContractModel", "DiskReading", "JSONParsing"]),
    .target(
      name: "ContractTesting",
      dependencies: [
        "ContractModel", "DiskReading", "FailureStorage", "Generation", "JSONParsing",
        "MappingEngine", "Reporting", "Verification",
      ]),
    .executableTarget(
      name: "contractcheck",
      dependencies: [
        "CaptureSources", "ContractModel", "DiskReading", "FailureStorage", "Generation",
        "GzipReading", "JSONParsing", "MappingEngine", "Reporting", "Verification",
      ]),
    .plugin(
      name: "ContractCheckPlugin",
      capability: .command(
        intent: .custom(
          verb: "contractcheck", description: "check contracts and captured payloads")),
      dependencies: ["contractcheck"], path: "Sources/ContractCheckPlugin"),
    .executableTarget(
      name: "contractbench",
      dependencies: [
        "CaptureSources", "ContractModel", "DiskReading", "Generation", "GzipReading",
        "JSONParsing", "MappingEngine", "Reporting", "ShopMappers", "TestSupport", "Verification",
      ]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(
      name: "ShopMappers",
      dependencies: [
        "ContractModel", "DiskReading", "Generation", "JSONParsing", "MappingEngine",
        "Verification",
      ],
      path: "Tests/ShopMappers"),
    .testTarget(
      name: "CaptureSourcesTests", dependencies: ["CaptureSources", "JSONParsing", "TestSupport"]),
    .testTarget(
      name: "GenerationTests",
      dependencies: ["ContractModel", "Generation", "JSONParsing", "MappingEngine", "TestSupport"]),
    .testTarget(name: "JSONParsingTests", dependencies: ["JSONParsing", "TestSupport"]),
    .testTarget(
      name: "ContractModelTests",
      dependencies: ["ContractModel", "JSONParsing", "Reporting", "TestSupport"]),
    .testTarget(
      name: "MappingEngineTests",
      dependencies: [
        "ContractModel", "JSONParsing", "MappingEngine", "TestSupport", "Verification",
      ]),
    .testTarget(
      name: "ContractTestingTests",
      dependencies: [
        "ContractModel", "ContractTesting", "DiskReading", "FailureStorage", "JSONParsing",
        "MappingEngine", "TestSupport", "Verification",
      ]),
    .testTarget(
      name: "QualityTests",
      dependencies: [
        "ContractTesting", "JSONParsing", "MappingEngine", "ShopMappers", "TestSupport",
      ]),
    .testTarget(
      name: "VerificationTests",
      dependencies: [
        "CaptureSources", "ContractModel", "DiskReading", "JSONParsing", "MappingEngine",
        "Reporting", "TestSupport",
        "Verification",
      ]),
    .testTarget(
      name: "contractcheckTests",
      dependencies: [
        "CaptureSources", "ContractModel", "FailureStorage", "GzipReading", "JSONParsing",
        "Reporting", "TestSupport", "Verification", "contractcheck",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin && target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
