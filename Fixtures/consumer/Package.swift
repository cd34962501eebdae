// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "ContractCheck", path: "../ContractCheck")],
  targets: [
    .target(name: "App"),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "App", .product(name: "ContractTesting", package: "ContractCheck"),
        .product(name: "NetworkTesting", package: "ContractCheck"),
      ]),
  ]
)
