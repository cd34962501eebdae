// The declarations of other modules that tests use, each exported separately, so that no other name
// of these modules collides with an app's. A test imports `Testing` itself.
@_exported public import struct ContractModel.Contract
@_exported public import enum ContractModel.MappingEventName
@_exported public import enum ContractModel.RuleID
@_exported public import struct JSONParsing.InstancePath
@_exported public import struct JSONParsing.JSONDocument
@_exported public import struct JSONParsing.JSONParseError
@_exported public import struct JSONParsing.JSONValue
@_exported public import struct JSONParsing.MemberName
@_exported public import struct MapperTesting.AsyncMapperUnderTest
@_exported public import enum MapperTesting.Law
@_exported public import struct MapperTesting.MapperCoverage
@_exported public import enum MapperTesting.MapperTestFaults
@_exported public import struct MapperTesting.MapperUnderTest
@_exported public import struct MapperTesting.MappingEvidence
@_exported public import struct MapperTesting.PropertyComparison
@_exported public import enum MapperTesting.Tolerance
@_exported public import struct MapperTesting.Tolerances
@_exported public import struct MappingEngine.MappedObject
@_exported public import enum MappingEngine.MappedValue
@_exported public import struct MappingEngine.MappingRequest
@_exported public import struct MappingEngine.MappingResponse
@_exported public import struct MappingEngine.ObjectStore
