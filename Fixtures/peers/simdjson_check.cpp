// simdjson_check CONTRACT LINES: counts the lines that simdjson, read on demand, does not take.
// Build: c++ -O3 -march=native -std=c++17 simdjson_check.cpp -lsimdjson

#include <bitset>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simdjson.h"

namespace dom = simdjson::dom;
namespace ondemand = simdjson::ondemand;

struct Mapping;

struct Type {
  enum { integer, real, text, boolean, date, list, object } kind;
  std::shared_ptr<Type> element;
  const Mapping* mapping = nullptr;
};

struct Field {
  std::string key;
  Type type;
  bool isOptional, isNullable;
};

static const size_t maxFieldCount = 256;

struct Mapping {
  std::vector<Field> fields;
};

static std::map<std::string, Mapping> mappings;

// The type that a line of a contract names; see contract.py.
static Type parsed(std::string_view text, bool& isNullable) {
  if (text.find(": ") != text.npos) text.remove_prefix(text.find(": ") + 2);
  isNullable = text.back() == '?';
  if (isNullable) text.remove_suffix(1);
  bool ignored;
  if (text.front() == '[') {
    return {Type::list, std::make_shared<Type>(parsed(text.substr(1, text.size() - 2), ignored))};
  }
  if (text == "Int") return {Type::integer};
  if (text == "Double") return {Type::real};
  if (text == "String") return {Type::text};
  if (text == "Bool") return {Type::boolean};
  if (text == "Date(iso8601)") return {Type::date};
  return {Type::object, nullptr, &mappings[std::string(text)]};
}

static bool isNumber(std::string_view text, size_t start, size_t count, int least, int most) {
  int value = 0;
  for (size_t index = start; index < start + count; index++) {
    if (text[index] < '0' || text[index] > '9') return false;
    value = value * 10 + (text[index] - '0');
  }
  return least <= value && value <= most;
}

// A timestamp of RFC 3339, without a look at how many days the month has.
static bool isDate(std::string_view text) {
  if (text.size() < 20 || text[4] != '-' || text[7] != '-' || (text[10] | 0x20) != 't'
      || text[13] != ':' || text[16] != ':' || !isNumber(text, 0, 4, 0, 9999)
      || !isNumber(text, 5, 2, 1, 12) || !isNumber(text, 8, 2, 1, 31)
      || !isNumber(text, 11, 2, 0, 23) || !isNumber(text, 14, 2, 0, 59)
      || !isNumber(text, 17, 2, 0, 60)) {
    return false;
  }
  size_t index = 19;
  if (text[index] == '.') {
    do { index++; } while (index < text.size() && '0' <= text[index] && text[index] <= '9');
    if (index == 20) return false;
  }
  if (index == text.size()) return false;
  if ((text[index] | 0x20) == 'z') return index + 1 == text.size();
  return (text[index] == '+' || text[index] == '-') && index + 6 == text.size()
      && text[index + 3] == ':' && isNumber(text, index + 1, 2, 0, 23)
      && isNumber(text, index + 4, 2, 0, 59);
}

static bool isObject(ondemand::value value, const Mapping& mapping);

static bool isOf(ondemand::value value, const Type& type) {
  switch (type.kind) {
  case Type::integer: {
    int64_t number;
    return !value.get_int64().get(number);
  }
  case Type::real: {
    double number;
    return !value.get_double().get(number);
  }
  case Type::text: {
    std::string_view text;
    return !value.get_string().get(text);
  }
  case Type::boolean: {
    bool boolean;
    return !value.get_bool().get(boolean);
  }
  case Type::date: {
    std::string_view text;
    return !value.get_string().get(text) && isDate(text);
  }
  case Type::list: {
    ondemand::array array;
    if (value.get_array().get(array)) return false;
    for (auto element : array) {
      ondemand::value item;
      if (element.get(item) || !isOf(item, *type.element)) return false;
    }
    return true;
  }
  case Type::object:
    return isObject(value, *type.mapping);
  }
  return false;
}

static bool isObject(ondemand::value value, const Mapping& mapping) {
  ondemand::object object;
  if (value.get_object().get(object)) return false;
  const auto& fields = mapping.fields;
  std::bitset<maxFieldCount> seen;
  size_t next = 0;
  for (auto member : object) {
    std::string_view key;
    if (member.unescaped_key().get(key)) return false;
    // Members come in the order of the lines more often than not.
    size_t tried = 0;
    for (; tried < fields.size(); tried++, next++) {
      if (next == fields.size()) next = 0;
      if (fields[next].key == key) break;
    }
    if (tried == fields.size()) continue;
    const auto& field = fields[next];
    seen[next++] = true;
    ondemand::value item = member.value();
    bool isNull = false;
    if (field.isNullable && item.is_null().get(isNull)) return false;
    if (!isNull && !isOf(item, field.type)) return false;
  }
  for (size_t index = 0; index < fields.size(); index++) {
    if (!fields[index].isOptional && !seen[index]) return false;
  }
  return true;
}

int main(int, char** arguments) {
  dom::parser reader;
  dom::element contract = reader.load(arguments[1]);
  const Mapping* root = nullptr;
  for (auto [name, value] : dom::object(contract["mappings"])) {
    Mapping& mapping = mappings[std::string(name)];
    if (!root) root = &mapping;
    for (auto [key, line] : dom::object(value["map"])) {
      std::string name(key);
      bool isOptional = name.back() == '?', isNullable;
      if (isOptional) name.pop_back();
      Type type = parsed(std::string_view(line), isNullable);
      mapping.fields.push_back({name, type, isOptional, isNullable});
    }
    if (mapping.fields.size() > maxFieldCount) {
      fprintf(stderr, "more than %zu lines in a mapping\n", maxFieldCount);
      return 2;
    }
  }
  std::map<std::string, const Mapping*, std::less<>> events;
  dom::object endpoints;
  if (!contract["endpoints"].get(endpoints)) {
    for (auto [name, target] : endpoints) {
      events[std::string(name.substr(6))] = &mappings[std::string(std::string_view(target))];
    }
  }

  simdjson::padded_string lines = simdjson::padded_string::load(arguments[2]);
  ondemand::parser parser;
  size_t recordCount = 0, refusedCount = 0;
  const char* end = lines.data() + lines.size();
  for (const char* start = lines.data(); start < end;) {
    const char* stop = static_cast<const char*>(memchr(start, '\n', end - start));
    if (!stop) stop = end;
    ondemand::document document;
    ondemand::value value;
    bool isTaken = false;
    // What stands behind a line is the next one, or the padding of the last.
    size_t capacity = end + simdjson::SIMDJSON_PADDING - start;
    if (!parser.iterate(start, stop - start, capacity).get(document)) {
      if (events.empty()) {
        isTaken = !document.get_value().get(value) && isObject(value, *root)
            && document.current_location().error() == simdjson::OUT_OF_BOUNDS;
      } else {
        std::string_view event;
        isTaken = !document["event"].get_string().get(event) && events.count(event)
            && !document["data"].get(value) && isObject(value, *events.find(event)->second);
      }
    }
    recordCount++;
    if (!isTaken) refusedCount++;
    start = stop + 1;
  }
  printf("%zu records, %zu refused\n", recordCount, refusedCount);
}
