// Only the declarations that tests need, so that no other name collides with an app's.
@_exported public import class HTTPFixtures.CaptureRecorder
@_exported public import protocol HTTPFixtures.ContractRequest
@_exported public import class HTTPFixtures.FixtureServer
@_exported public import struct HTTPFixtures.LoadError
@_exported public import struct HTTPFixtures.LoadedResponse
@_exported public import class HTTPFixtures.ResponseLoader
@_exported public import struct HTTPFixtures.SentRequest
@_exported public import struct HTTPFixtures.Stub
@_exported public import enum HTTPFixtures.StubBuilder
@_exported public import struct HTTPFixtures.StubError
@_exported public import struct HTTPFixtures.StubbedResponse
@_exported public import class HTTPFixtures.StubbedSession
@_exported public import enum HTTPFixtures.TraceLevel
