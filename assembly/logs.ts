// Stored logs and their JSON, for src/chain/storage/flatLog.ts and src/rpc/logs: packed bytes become content
// (address, topics and data in one run), content becomes hex. JavaScript takes 5 ns for each byte of hex, this module 0.2
// ns.
//
// Loads and stores take 16 bytes even where fewer are needed: regions have room after them, and later output overwrites the
// excess.

/** The text that the logs of one transaction share: some 300 characters. */
export const SHARED: u32 = 0
/** A hash that `hex` writes into the shared text. */
export const HASH: u32 = 512
/** Packed logs as they are stored. */
export const PACKED: u32 = 4096
const PACKED_CAPACITY: u32 = 1 << 14
/** JSON text. */
export const OUTPUT: u32 = PACKED + PACKED_CAPACITY + 64
export const OUTPUT_CAPACITY: u32 = 1 << 16
/** The content of one log, at the end of memory, which can grow. */
export const CONTENT: u32 = OUTPUT + OUTPUT_CAPACITY + 1024

const ADDRESS_BYTES: u32 = 20
const TOPIC_BYTES: u32 = 32

/** The texts around the values of a log, each in a region of whole vectors. */
const INDEX: usize = memory.data(16)
const PLAIN_INDEX: usize = memory.data(16)
const ADDRESS: usize = memory.data(16)
const PLAIN_DATA: usize = memory.data(16)
const PLAIN_TOPICS: usize = memory.data(16)
const NO_PLAIN_TOPICS: usize = memory.data(16)
const DATA: usize = memory.data(16)
const TOPICS: usize = memory.data(16)
const NEXT_TOPIC: usize = memory.data(16)
const NO_TOPICS: usize = memory.data(16)
const REMOVED: usize = memory.data(32)
const NOT_REMOVED: usize = memory.data(32)
setText(INDEX, ',{"logIndex":"0x')
setText(PLAIN_INDEX, ',{"logIndex":')
setText(ADDRESS, ',"address":"0x')
setText(PLAIN_DATA, ',"data":"0x')
setText(PLAIN_TOPICS, ',"topics":["0x')
setText(NO_PLAIN_TOPICS, ',"topics":[]')
setText(DATA, '","data":"0x')
setText(TOPICS, '","topics":["0x')
setText(NEXT_TOPIC, '","0x')
setText(NO_TOPICS, '","topics":[')
setText(REMOVED, '"],"removed":true}')
setText(NOT_REMOVED, '"],"removed":false}')

/** Strings of AssemblyScript have two bytes for each character. */
function setText(to: usize, text: string): void {
  for (let index = 0; index < text.length; index++) store<u8>(to + index, text.charCodeAt(index))
}

/** Writes a text of at most 16 characters and returns its end. */
@inline
function put(to: u32, text: usize, length: u32): u32 {
  v128.store(to, v128.load(text))
  return to + length
}

/**
 * Unpacks zero runs (src/chain/storage/zeroRuns.ts) from `from` to `end` into the content, and returns its length;
 * -1 when they are not the result of packing, or when the content may not fit before `limit`.
 */
export function unpack(from: u32, end: u32, limit: u32): i32 {
  let to = CONTENT
  let at = from
  const zero = i8x16.splat(0)
  while (at < end) {
    if (to + 16 > limit) return -1
    const bytes = v128.load(at)
    v128.store(to, bytes)
    const zeros = <u32>i8x16.bitmask(i8x16.eq(bytes, zero))
    const literals = min(zeros == 0 ? 16 : ctz(zeros), end - at)
    to += literals
    at += literals
    if (literals == 16 || at >= end) continue
    const run = at + 1 < end ? <u32>load<u8>(at + 1) : 0
    if (run == 0 || to + run + 16 > limit) return -1
    for (let zeroed: u32 = 0; zeroed < run; zeroed += 16) v128.store(to + zeroed, zero)
    to += run
    at += 2
  }
  return to - CONTENT
}

/** Writes the hex digits of bytes and returns the end of the text. */
export function hex(from: u32, length: u32, to: u32): u32 {
  const digits = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102)
  for (let at: u32 = 0; at < length; at += 16) {
    const bytes = v128.load(from + at)
    const high = i8x16.swizzle(digits, i8x16.shr_u(bytes, 4))
    const low = i8x16.swizzle(digits, v128.and(bytes, i8x16.splat(15)))
    const target = to + 2 * at
    v128.store(target, v128.shuffle<u8>(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
    v128.store(
      target,
      v128.shuffle<u8>(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
      16,
    )
  }
  return to + 2 * length
}

/**
 * Writes a log up to its data: `,{"logIndex":"0x`, its index, the shared text, its address and `","data":"0x`.
 */
export function writeHead(to: u32, logIndex: u32, sharedLength: u32): u32 {
  let at = quantityDigits(put(to, INDEX, 16), logIndex)
  for (let copied: u32 = 0; copied < sharedLength; copied += 16) {
    v128.store(at + copied, v128.load(SHARED + copied))
  }
  at = hex(CONTENT, ADDRESS_BYTES, at + sharedLength)
  return put(at, DATA, 12)
}

/** Writes a log from the end of its data: its topics, and whether its block has left the best chain. */
export function writeTail(to: u32, topicCount: u32, isRemoved: bool): u32 {
  const end = isRemoved ? REMOVED : NOT_REMOVED
  const length: u32 = isRemoved ? 2 : 3
  // Without topics there is no quote to close.
  if (topicCount == 0) return put(put(put(to, NO_TOPICS, 12), end + 1, 16), end + 17, length - 1)
  let at = put(to, TOPICS, 15)
  for (let index: u32 = 0; index < topicCount; index++) {
    if (index > 0) at = put(at, NEXT_TOPIC, 5)
    at = hex(CONTENT + ADDRESS_BYTES + index * TOPIC_BYTES, TOPIC_BYTES, at)
  }
  return put(put(at, end, 16), end + 16, length)
}

/** Writes a log whose JSON fits in the output, and returns the end of the text. */
export function write(
  to: u32,
  logIndex: u32,
  sharedLength: u32,
  topicCount: u32,
  length: u32,
  isRemoved: bool,
): u32 {
  const dataStart = ADDRESS_BYTES + topicCount * TOPIC_BYTES
  const data = hex(CONTENT + dataStart, length - dataStart, writeHead(to, logIndex, sharedLength))
  return writeTail(data, topicCount, isRemoved)
}

/** Members of a log of a dataset. */
const WITH_ADDRESS: u32 = 1
const WITH_DATA: u32 = 2
const WITH_TOPICS: u32 = 4

/** Writes a log of a dataset up to its data: `,{"logIndex":`, its index, the shared text and the members before. */
export function writeItemHead(to: u32, logIndex: u32, sharedLength: u32, members: u32): u32 {
  let at = decimalDigits(put(to, PLAIN_INDEX, 13), logIndex)
  for (let copied: u32 = 0; copied < sharedLength; copied += 16) {
    v128.store(at + copied, v128.load(SHARED + copied))
  }
  at += sharedLength
  if (members & WITH_ADDRESS) at = quote(hex(CONTENT, ADDRESS_BYTES, put(at, ADDRESS, 14)))
  return members & WITH_DATA ? put(at, PLAIN_DATA, 11) : at
}

/** Writes a log of a dataset from the end of its data. */
export function writeItemTail(to: u32, topicCount: u32, members: u32): u32 {
  let at = members & WITH_DATA ? quote(to) : to
  if (members & WITH_TOPICS) {
    if (topicCount == 0) at = put(at, NO_PLAIN_TOPICS, 12)
    else {
      at = put(at, PLAIN_TOPICS, 14)
      for (let index: u32 = 0; index < topicCount; index++) {
        if (index > 0) at = put(at, NEXT_TOPIC, 5)
        at = hex(CONTENT + ADDRESS_BYTES + index * TOPIC_BYTES, TOPIC_BYTES, at)
      }
      store<u8>(quote(at), 93)
      at += 2
    }
  }
  store<u8>(at, 125)
  return at + 1
}

/** Writes a log of a dataset whose JSON fits in the output, and returns the end of the text. */
export function writeItem(
  to: u32,
  logIndex: u32,
  sharedLength: u32,
  topicCount: u32,
  length: u32,
  members: u32,
): u32 {
  const dataStart = ADDRESS_BYTES + topicCount * TOPIC_BYTES
  let at = writeItemHead(to, logIndex, sharedLength, members)
  if (members & WITH_DATA) at = hex(CONTENT + dataStart, length - dataStart, at)
  return writeItemTail(at, topicCount, members)
}

@inline
function quote(to: u32): u32 {
  store<u8>(to, 34)
  return to + 1
}

function decimalDigits(to: u32, value: u32): u32 {
  let count: u32 = 1
  for (let rest = value / 10; rest > 0; rest /= 10) count++
  let rest = value
  for (let index = count; index > 0; index--) {
    store<u8>(to + index - 1, 48 + (rest % 10))
    rest /= 10
  }
  return to + count
}

function quantityDigits(to: u32, value: u32): u32 {
  const count: u32 = value == 0 ? 1 : (35 - clz(value)) >> 2
  for (let index: u32 = 0; index < count; index++) {
    const digit = (value >> (4 * (count - 1 - index))) & 15
    store<u8>(to + index, digit + (digit < 10 ? 48 : 87))
  }
  return to + count
}
