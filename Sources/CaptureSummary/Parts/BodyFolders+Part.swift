import CaptureChecking
import JSONParsing

extension BodyFolders {
  mutating func describe(_ part: inout PartCoder) throws(PartError) {
    try part.object { part throws(PartError) in
      try part.flag("one", &isOne)
      var found = folders.sorted { $0.key < $1.key }.map { (name: $0.key, folder: $0.value) }
      let blank = (name: MemberName(""), folder: Folder())
      try part.objects("folders", &found, of: blank) { item, part throws(PartError) in
        try part.text(of: "name", &item.name)
        try item.folder.describe(&part)
      }
      folders = Dictionary(
        found.map { ($0.name, $0.folder) }, uniquingKeysWith: { first, _ in first })
      try part.require(
        folders.count == found.count && found.count <= (isOne ? 1 : Self.mostFolders),
        "a folder is there twice, or they are too many")
    }
  }
}

extension BodyFolders.Folder {
  fileprivate mutating func describe(_ part: inout PartCoder) throws(PartError) {
    try part.reference("any", &anyFile)
    var found = files.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let blank = (name: MemberName(""), value: ValueID(0))
    try part.items("files", &found, of: blank) { file, part throws(PartError) in
      try part.text(&file.name)
      try part.reference(&file.value)
    }
    files = Dictionary(found.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    try part.require(
      files.count == found.count && found.count <= (anyFile == nil ? BodyFolders.mostFiles : 0),
      "a file is there twice, or they are too many")
    var ends = endings.sorted()
    try part.items("endings", &ends, of: "") { text, part throws(PartError) in
      try part.text(&text)
    }
    endings = Set(ends)
  }
}
