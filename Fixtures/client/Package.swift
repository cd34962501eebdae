// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Market",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "ContractCheck", path: "../..")],
  targets: [
    .target(
      name: "Market", exclude: ["market.contract.json"],
      // The faults are mended where the environment says so; see MarketTests.
      swiftSettings: Context.environment["MARKET_MENDED"] == nil ? [] : [.define("MENDED")]),
    .testTarget(
      name: "MarketTests",
      dependencies: ["Market", .product(name: "ContractTesting", package: "ContractCheck")]),
  ]
)
