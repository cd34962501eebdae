// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Reported",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "ContractCheck", path: "../..")],
  targets: [
    .target(name: "Reported", exclude: ["Contracts"]),
    .testTarget(
      name: "ReportedTests",
      dependencies: [
        "Reported", .product(name: "ContractTesting", package: "ContractCheck"),
        .product(name: "NetworkTesting", package: "ContractCheck"),
      ]),
  ]
)
