// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "ContractCheck", path: "../..")],
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

// Its contract is a resource, for machines without the sources.
package.targets.append(
  .testTarget(
    name: "BundledTests",
    dependencies: ["App", .product(name: "ContractTesting", package: "ContractCheck")],
    resources: [.copy("Contracts")]))
