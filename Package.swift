// swift-tools-version: 6.2

import Foundation
import PackageDescription

// On Linux, zlib's header is there where somebody has installed it; without it, tests read no captures
// that are packed.
#if os(Linux)
  let hasZlib = FileManager.default.fileExists(atPath: "/usr/include/zlib.h")
#else
  let hasZlib = true
#endif

let package = Package(
  name: "ContractCheck",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "ContractTesting", targets: ["ContractTesting", "MappingEngine"]),
    .library(name: "CaptureTesting", targets: ["CaptureTesting", "MappingEngine"]),
    .library(name: "HTTPFixtures", targets: ["HTTPFixtures", "MappingEngine"]),
    .library(name: "NetworkTesting", targets: ["NetworkTesting", "MappingEngine"]),
    .executable(name: "contractcheck", targets: ["contractcheck"]),
    .plugin(
      name: "ContractCheckPlugin", targets: ["ContractCheckPlugin", "ContractCheckWritePlugin"]),
  ],
  targets: [
    .target(name: "CAtomics"),
    .target(name: "JSONParsing", dependencies: ["CAtomics"]),
    .target(name: "ContractModel", dependencies: ["JSONParsing"]),
    .target(name: "CStringMarks"),
    .target(name: "RecordScreening", dependencies: ["CStringMarks"]),
    .target(
      name: "MappingEngine", dependencies: ["ContractModel", "JSONParsing", "RecordScreening"]),
    .target(
      name: "Generation", dependencies: ["ContractModel", "JSONParsing", "MappingEngine"]),
    .target(name: "CaptureSources", dependencies: ["JSONParsing"]),
    .systemLibrary(name: "CZlib"),
    .target(name: "GzipReading", dependencies: ["CZlib", "CaptureSources"]),
    .target(
      name: "ContractReporting", dependencies: ["ContractModel", "JSONParsing", "MappingEngine"]),
    .target(
      name: "FaultTolerance", dependencies: ["ContractModel", "JSONParsing", "MappingEngine"]),
    .target(
      name: "ContractDiff",
      dependencies: [
        "ContractModel", "FaultTolerance", "Generation", "JSONParsing", "MappingEngine",
      ]),
    .target(
      name: "CaptureChecking",
      dependencies: [
        "CaptureSources", "ContractModel", "FaultTolerance", "JSONParsing", "MappingEngine",
        "RecordScreening",
      ]),
    .target(name: "DraftWriting", dependencies: ["JSONParsing"]),
    .target(
      name: "ContractDrafting",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractModel", "DraftWriting", "JSONParsing",
        "MappingEngine",
      ]),
    .target(
      name: "ValueRedaction", dependencies: ["ContractModel", "JSONParsing", "MappingEngine"]),
    .target(
      name: "CaptureRedaction",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractDrafting", "ContractModel", "JSONParsing",
        "MappingEngine", "ValueRedaction",
      ]),
    .target(
      name: "Reporting",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractDiff", "ContractDrafting",
        "ContractModel", "ContractReporting", "FaultTolerance", "JSONParsing", "MappingEngine",
      ]),
    .target(
      name: "MapperTesting",
      dependencies: [
        "ContractModel", "ContractReporting", "DraftWriting", "FaultTolerance", "Generation",
        "JSONParsing", "MappingEngine",
      ]),
    .target(name: "DiskReading", dependencies: ["ContractModel", "JSONParsing"]),
    .target(
      name: "FailureStorage", dependencies: ["ContractModel", "DiskReading", "JSONParsing"]),
    .target(
      name: "FixtureServing",
      dependencies: [
        "ContractModel", "ContractReporting", "DiskReading", "Generation", "JSONParsing",
        "MappingEngine",
      ]),
    .target(
      name: "HTTPFixtures",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractModel", "FixtureServing", "JSONParsing",
        "MappingEngine", "ValueRedaction",
      ]),
    .target(
      name: "ContractTesting",
      dependencies: [
        "ContractModel", "ContractReporting", "DiskReading", "FailureStorage", "FaultTolerance",
        "Generation", "JSONParsing", "MapperTesting", "MappingEngine",
      ]),
    .target(
      name: "NetworkTesting",
      dependencies: [
        "ContractModel", "ContractTesting", "Generation", "HTTPFixtures", "JSONParsing",
        "MapperTesting", "MappingEngine",
      ]),
    .target(
      name: "CaptureTesting",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractModel", "ContractReporting",
        "ContractTesting", "DiskReading", "HTTPFixtures", "JSONParsing",
        "MapperTesting", "MappingEngine",
      ] + (hasZlib ? ["GzipReading"] : []),
      swiftSettings: hasZlib ? [.define("CAPTURES_GZIP")] : []),
    .executableTarget(
      name: "contractcheck",
      dependencies: [
        "CaptureChecking", "CaptureRedaction", "CaptureSources", "ContractDiff",
        "ContractDrafting", "ContractModel", "ContractReporting", "DiskReading", "FailureStorage",
        "FaultTolerance", "FixtureServing", "Generation", "GzipReading", "JSONParsing",
        "MappingEngine",
        "RecordScreening", "Reporting", "ValueRedaction",
      ]),
    .plugin(
      name: "ContractCheckPlugin",
      capability: .command(
        intent: .custom(
          verb: "contractcheck", description: "check contracts and captured payloads")),
      path: "Sources/ContractCheckPlugin"),
    // Its source is a link to that of the other: a verb asks for a permission always or never.
    .plugin(
      name: "ContractCheckWritePlugin",
      capability: .command(
        intent: .custom(
          verb: "contractcheck-write",
          description: "contractcheck, with leave to write reports, drafts and baselines"),
        permissions: [
          .writeToPackageDirectory(reason: "reports, drafts and baselines are written there")
        ]),
      path: "Sources/ContractCheckWritePlugin"),
    .executableTarget(
      name: "contractbench",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractDrafting", "ContractModel",
        "ContractReporting", "DiffLaws", "Generation", "GzipReading", "HTTPFixtures",
        "JSONParsing", "MapperTesting", "MappingEngine", "RecordScreening", "Reporting",
        "ShopMappers", "TestSupport",
      ],
      path: "Tests/contractbench"),
    .target(
      name: "TestSupport", dependencies: ["ContractModel", "Generation"], path: "Tests/TestSupport"),
    .target(
      name: "DiffLaws",
      dependencies: [
        "ContractDiff", "ContractModel", "Generation", "JSONParsing", "MappingEngine",
        "TestSupport",
      ],
      path: "Tests/DiffLaws"),
    .target(
      name: "ShopMappers",
      dependencies: [
        "ContractModel", "DiskReading", "Generation", "JSONParsing", "MapperTesting",
        "MappingEngine",
      ],
      path: "Tests/ShopMappers"),
    .testTarget(
      name: "CaptureSourcesTests", dependencies: ["CaptureSources", "JSONParsing", "TestSupport"]),
    .testTarget(
      name: "GenerationTests",
      dependencies: ["ContractModel", "Generation", "JSONParsing", "MappingEngine", "TestSupport"]),
    .testTarget(
      name: "ContractDiffTests",
      dependencies: [
        "ContractDiff", "ContractModel", "DiffLaws", "FaultTolerance", "Generation",
        "JSONParsing", "MappingEngine", "TestSupport",
      ]),
    .testTarget(name: "JSONParsingTests", dependencies: ["JSONParsing", "TestSupport"]),
    .testTarget(
      name: "ContractModelTests",
      dependencies: [
        "ContractModel", "ContractReporting", "Generation", "JSONParsing", "TestSupport",
      ]),
    .testTarget(
      name: "MappingEngineTests",
      dependencies: [
        "ContractModel", "ContractReporting", "Generation", "JSONParsing", "MappingEngine",
        "TestSupport",
      ]),
    .testTarget(
      name: "ContractTestingTests",
      dependencies: [
        "ContractModel", "ContractTesting", "DiskReading", "FailureStorage", "Generation",
        "JSONParsing", "MapperTesting", "TestSupport",
      ]),
    .testTarget(
      name: "HTTPFixturesTests",
      dependencies: [
        "CaptureChecking", "ContractModel", "Generation", "HTTPFixtures", "JSONParsing",
        "MappingEngine",
        "TestSupport",
      ]),
    .testTarget(
      name: "NetworkTestingTests",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractModel", "ContractTesting", "Generation",
        "HTTPFixtures", "JSONParsing", "MapperTesting", "MappingEngine", "NetworkTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "CaptureTestingTests",
      dependencies: [
        "CaptureSources", "CaptureTesting", "ContractModel", "ContractTesting", "HTTPFixtures",
        "JSONParsing", "MapperTesting", "TestSupport",
      ]),
    .testTarget(
      name: "QualityTests",
      dependencies: [
        "ContractModel", "ContractTesting", "Generation", "MapperTesting", "ShopMappers",
        "TestSupport",
      ]),
    .testTarget(
      name: "CaptureCheckingTests",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractModel", "ContractReporting", "Generation",
        "JSONParsing", "MappingEngine", "RecordScreening", "Reporting", "TestSupport",
      ]),
    .testTarget(
      name: "ContractDraftingTests",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractDrafting", "ContractModel",
        "Generation", "JSONParsing", "MappingEngine", "Reporting", "TestSupport",
      ]),
    .testTarget(
      name: "CaptureRedactionTests",
      dependencies: [
        "CaptureChecking", "CaptureRedaction", "CaptureSources", "ContractModel", "Generation",
        "JSONParsing", "MappingEngine", "TestSupport", "ValueRedaction",
      ]),
    .testTarget(
      name: "MapperTestingTests",
      dependencies: [
        "ContractModel", "DiskReading", "FaultTolerance", "Generation", "JSONParsing",
        "MapperTesting",
        "MappingEngine", "TestSupport",
      ]),
    .testTarget(
      name: "contractcheckTests",
      dependencies: [
        "CaptureChecking", "CaptureSources", "ContractModel", "DiskReading", "FailureStorage",
        "FaultTolerance", "Generation",
        "GzipReading", "JSONParsing", "MappingEngine", "Reporting", "TestSupport", "contractcheck",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Where the package itself is checked, a warning is an error.
let isStrict = Context.environment["CONTRACTCHECK_WARNINGS"] == "error"

// Tests of apps run in debug builds, and much of their time goes by in these modules: with them
// optimised, a check takes two thirds of the time. For size is as fast here, and compiles in less.
// Each further module costs a first build more than it gains. Lines are all that a backtrace needs of
// debug information; the rest costs a twentieth of a build, and an index of the system's modules a
// hundredth. To step through the package, set CONTRACTCHECK_OPTIMIZE=no.
let isForDebugger = Context.environment["CONTRACTCHECK_OPTIMIZE"] == "no"
let optimized = ["JSONParsing", "MappingEngine"]

for target in package.targets where target.type != .plugin && target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])
    + (isForDebugger
      ? []
      : [
        .unsafeFlags(
          ["-gline-tables-only", "-index-ignore-system-modules"]
            + (optimized.contains(target.name) ? ["-Osize"] : []),
          .when(configuration: .debug))
      ])
}
