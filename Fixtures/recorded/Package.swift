// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Forge",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "ContractCheck", path: "../..")],
  targets: [
    .target(
      name: "Forge", exclude: ["issues.contract.json"],
      // The faults are mended where the environment says so; see ForgeTests.
      swiftSettings: Context.environment["FORGE_MENDED"] == nil ? [] : [.define("MENDED")]),
    .testTarget(
      name: "ForgeTests",
      dependencies: [
        "Forge", .product(name: "CaptureTesting", package: "ContractCheck"),
        .product(name: "ContractTesting", package: "ContractCheck"),
      ]),
  ]
)
