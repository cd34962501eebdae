// What a test needs besides this module, so that a test file has one import.
@_exported public import ContractModel
@_exported public import Generation
@_exported public import JSONParsing
@_exported public import MapperTesting
@_exported public import MappingEngine
@_exported public import Testing
