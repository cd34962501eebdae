"""Prints which one-edit mutants of JSON payloads Python's json module accepts.

    python3 verdicts.py FOLDER COUNT > verdicts.txt

The payloads are the *.json files below FOLDER, in the order of their paths' bytes. Mutant i is made from payload
i mod (number of payloads) with four draws of a SplitMix64 generator seeded with i:

    kind   = draw mod 4        delete, insert before, replace, swap with the next byte (cyclic)
    offset = draw mod length
    byte   = draw: if its lowest bit is 1, INTERESTING[draw >> 1 mod its length], else draw >> 1 mod 256

A mutant is accepted if it is UTF-8 and json.loads takes it, with NaN, Infinity and -Infinity refused. Duplicate
names and unpaired surrogates are taken. The verdicts are printed as hexadecimal digits of four mutants each, the
first mutant in the highest bit.
"""

import json
import os
import sys

INTERESTING = b'{}[]:,"\\/ \t\r\n0159-+.eEutfnalsr\x00\x1f\x7f\x80\xa0\xc2\xe2\xed\xf0\xff'


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & mask
        return mixed ^ (mixed >> 31)


def mutant(payload, index):
    generator = SplitMix64(index)
    kind = generator.next() % 4
    offset = generator.next() % len(payload)
    draw = generator.next()
    byte = INTERESTING[(draw >> 1) % len(INTERESTING)] if draw & 1 else (draw >> 1) % 256
    result = bytearray(payload)
    if kind == 0:
        del result[offset]
    elif kind == 1:
        result.insert(offset, byte)
    elif kind == 2:
        result[offset] = byte
    else:
        other = (offset + 1) % len(result)
        result[offset], result[other] = result[other], result[offset]
    return bytes(result)


def refuse(word):
    raise ValueError(word)


def accepts(text):
    try:
        json.loads(text.decode("utf-8"), parse_constant=refuse)
        return True
    except ValueError:
        return False


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    paths = []
    for parent, _, names in os.walk(folder):
        paths += [os.path.join(parent, name) for name in names if name.endswith(".json")]
    paths.sort(key=lambda path: os.path.relpath(path, folder).encode())
    payloads = [open(path, "rb").read() for path in paths]
    verdicts = [accepts(mutant(payloads[i % len(payloads)], i)) for i in range(count)]
    digits = "".join(
        "%x" % sum(8 >> bit for bit in range(4) if verdicts[start + bit])
        for start in range(0, count, 4)
    )
    for start in range(0, len(digits), 100):
        print(digits[start : start + 100])


main()
