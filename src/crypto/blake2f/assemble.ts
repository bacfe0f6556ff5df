/*
 * The rounds of BLAKE2b as a WebAssembly module, assembled here: JavaScript has no 64-bit words, and its pairs of
 * 32-bit ones are more than ten times slower. The module's memory holds the 16 working words, then the 16 words
 * of the message block. `rounds(count)` runs that many rounds, starting with the first line of the schedule.
 */

/** Order of the message words in each round, one hex digit per word (RFC 7693, section 2.7). */
const schedule = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
]

/** Working words that each mixing step of a round takes: the columns, then the diagonals. */
const mixed = ['048c', '159d', '26ae', '37bf', '05af', '16bc', '278d', '349e']

export const workingBytes = 128
export const messageBytes = 128
export const roundsInSchedule = schedule.length

type Code = readonly number[]

// WebAssembly core specification, section 5: binary opcodes.
const end = 0x0b
const add = 0x7c
const xor = 0x85
const rotateRight = 0x8a
const get = (local: number): Code => [0x20, local]
const set = (local: number): Code => [0x21, local]
/** Up to 63: a single byte holds six bits and the sign. */
const constant = (value: number): Code => [0x42, value]
const loadWord = (offset: number): Code => [0x29, 3, ...unsigned(offset)]
const storeWord = (offset: number): Code => [0x37, 3, ...unsigned(offset)]
const address: Code = [0x41, 0]
const block: Code = [0x02, 0x40]
const loop: Code = [0x03, 0x40]
const branch = (depth: number): Code => [0x0c, depth]
const branchIfZero = (depth: number): Code => [0x45, 0x0d, depth]
const decrement: Code = [0x41, 1, 0x6b]

const remaining = 0
const working = (word: number): number => 1 + word
const message = (word: number): Code => [...address, ...loadWord(workingBytes + 8 * word)]

/** The mixing function G (RFC 7693, section 3.1). */
function mix(a: number, b: number, c: number, d: number, x: Code, y: Code): Code {
  const addMessage = (word: Code): Code => [...get(a), ...get(b), add, ...word, add, ...set(a)]
  const turn = (target: number, by: number, bits: number): Code => [
    ...[...get(target), ...get(by), xor],
    ...[...constant(bits), rotateRight, ...set(target)],
  ]
  const accumulate: Code = [...get(c), ...get(d), add, ...set(c)]
  return [
    ...addMessage(x),
    ...turn(d, a, 32),
    ...accumulate,
    ...turn(b, c, 24),
    ...addMessage(y),
    ...turn(d, a, 16),
    ...accumulate,
    ...turn(b, c, 63),
  ]
}

function round(order: string): Code {
  const word = (index: number): Code => message(Number.parseInt(order[index]!, 16))
  return mixed.flatMap((words, step) => {
    const [a, b, c, d] = Array.from(words, (digit) => working(Number.parseInt(digit, 16)))
    return mix(a!, b!, c!, d!, word(2 * step), word(2 * step + 1))
  })
}

function body(): Code {
  const words = Array.from({ length: 16 }, (_, word) => word)
  const sixteenLocals: Code = [1, 16, 0x7e]
  const leaveWhenDone: Code = [...get(remaining), ...branchIfZero(1)]
  const countDown: Code = [...get(remaining), ...decrement, ...set(remaining)]
  return [
    ...sixteenLocals,
    ...words.flatMap((word) => [...address, ...loadWord(8 * word), ...set(working(word))]),
    ...[...block, ...loop],
    ...schedule.flatMap((order) => [...leaveWhenDone, ...countDown, ...round(order)]),
    ...[...branch(0), end, end],
    ...words.flatMap((word) => [...address, ...get(working(word)), ...storeWord(8 * word)]),
    end,
  ]
}

export function assembleRounds(): Uint8Array<ArrayBuffer> {
  const name = (text: string): Code => [text.length, ...Buffer.from(text)]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, 0x7f, 0]), // one type: (i32) → nothing
    ...section(3, [1, 0]), // one function of that type
    ...section(5, [1, 1, 1, 1]), // one memory of exactly one page
    ...section(7, [2, ...name('memory'), 2, 0, ...name('rounds'), 0, 0]),
    ...section(10, [1, ...sized(body())]),
  ])
}

const section = (id: number, content: Code): Code => [id, ...sized(content)]
const sized = (content: Code): Code => [...unsigned(content.length), ...content]

/** LEB128 without sign. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}
