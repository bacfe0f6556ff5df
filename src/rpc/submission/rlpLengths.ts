/*
 * RLP with wrong lengths is refused with the messages of the reference node, which checks all lengths before it decodes
 * a transaction.
 */

const noSpace =
  "The RLP byte array doesn't have enough space to hold an element with the specified length" as const
const lengthCutOff = "The length of the RLP item length can't possibly fit the data byte array" as const
const negative = "The length of the RLP item can't be negative" as const
const tooLong =
  "The current implementation doesn't support lengths longer than Integer.MAX_VALUE because that is the largest number of elements an array can have" as const

type Problem = typeof noSpace | typeof lengthCutOff | typeof negative | typeof tooLong

interface Item {
  readonly isList: boolean
  readonly start: number
  readonly end: number
}

/** A transaction is a list of strings; deeper items are not checked. */
const deepest = 2

/** What is wrong with the lengths of consecutive items, including those in lists; undefined when they fit. */
export function lengthProblem(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  depth = 1,
): Problem | undefined {
  for (let at = start; at < end; ) {
    const item = itemAt(bytes, at, end)
    if (typeof item === 'string') return item
    const inner =
      item.isList && depth < deepest ? lengthProblem(bytes, item.start, item.end, depth + 1) : undefined
    if (inner !== undefined) return inner
    at = item.end
  }
  return undefined
}

function itemAt(bytes: Uint8Array, at: number, end: number): Item | Problem {
  const prefix = bytes[at]!
  if (prefix < 0x80) return { isList: false, start: at, end: at + 1 }
  const isList = prefix >= 0xc0
  const short = prefix - (isList ? 0xc0 : 0x80)
  const lengthBytes = Math.max(0, short - 55)
  const start = at + 1 + lengthBytes
  if (start > end) return lengthCutOff
  const length = lengthBytes === 0 ? short : lengthOf(bytes.subarray(at + 1, start))
  if (typeof length === 'string') return length
  return start + length > end ? noSpace : { isList, start, end: start + length }
}

/** The reference node reads a signed number of 64 bits and accepts 31 of them. */
function lengthOf(bytes: Uint8Array): number | Problem {
  const length = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  if (length >= 2 ** 63) return negative
  return length >= 2 ** 31 ? tooLong : length
}
