import { opcodeByte } from '../../evm/opcodes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { toBigInt } from '../../primitives/integers.ts'
import type { StoredCell } from '../../state/accountContent.ts'

/** The JSON text of a frame's stack. Texts of items that stay from one step to the next are reused. */
export class StackText {
  readonly #textOf: (word: bigint) => string
  readonly #words: bigint[] = []
  readonly #texts: string[] = []

  constructor(textOf: (word: bigint) => string = wordDigits) {
    this.#textOf = textOf
  }

  /** Top last. */
  of(stack: readonly bigint[]): string {
    const { length } = stack
    for (let at = 0; at < length; at++) {
      const word = stack[at]!
      if (this.#words[at] === word) continue
      this.#words[at] = word
      this.#texts[at] = `"${this.#textOf(word)}"`
    }
    this.#words.length = length
    this.#texts.length = length
    return `[${this.#texts.join(',')}]`
  }
}

/** 64 hex digits. */
export const wordDigits = (word: bigint): string => word.toString(16).padStart(64, '0')

/** As few hex digits as possible. */
export const shortWord = (word: bigint): string => `0x${word.toString(16)}`

/** Of a contract with more cells than this, only the accessed ones are shown. */
const maximumCells = 10_000

/** The known storage of a frame's contract, and its JSON text. */
export class StorageText {
  readonly #cells = new Map<string, string>()
  #text: string | undefined

  constructor(cells: Iterable<StoredCell>) {
    for (const [number, value] of cells) {
      if (this.#cells.size === maximumCells) {
        this.#cells.clear()
        break
      }
      this.#cells.set(toHexDigits(number), wordDigits(toBigInt(value)))
    }
  }

  get size(): number {
    return this.#cells.size
  }

  get text(): string {
    this.#text ??= objectText(this.#cells)
    return this.#text
  }

  /** An empty cell is left out. */
  set(key: bigint, value: bigint): void {
    const digits = wordDigits(key)
    const text = wordDigits(value)
    if (this.#cells.get(digits) === text) return
    if (value === 0n) {
      if (!this.#cells.delete(digits)) return
    } else this.#cells.set(digits, text)
    this.#text = undefined
  }
}

function objectText(cells: ReadonlyMap<string, string>): string {
  const members: string[] = []
  for (const [key, value] of cells) members.push(`"${key}":"${value}"`)
  return `{${members.join(',')}}`
}

/** The cells of a contract that an execution has accessed, and their JSON text. */
export class AccessedCells {
  readonly #cells = new Map<string, string>()
  #text: string | undefined

  get text(): string {
    this.#text ??= JSON.stringify(Object.fromEntries(this.#cells))
    return this.#text
  }

  set(key: bigint, value: bigint): void {
    this.#cells.set(wordDigits(key), wordDigits(value))
    this.#text = undefined
  }
}

/* The instructions that write or extend memory. */
const usesMemory = new Uint8Array(256)
for (const name of [
  'SHA3',
  'CALLDATACOPY',
  'CODECOPY',
  'EXTCODECOPY',
  'RETURNDATACOPY',
  'MLOAD',
  'MSTORE',
  'MSTORE8',
  'MCOPY',
  ...['LOG0', 'LOG1', 'LOG2', 'LOG3', 'LOG4'],
  ...['CREATE', 'CREATE2', 'CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'],
]) {
  usesMemory[opcodeByte(name)!] = 1
}

const digitsPerWord = 64

/** The JSON text of a frame's memory, rebuilt only after instructions that use memory. */
export class MemoryText {
  #text = '[]'
  #isStale = false

  /** `opcode` is the next instruction. */
  of(memory: () => Uint8Array, opcode: number): string {
    if (this.#isStale) this.#text = textOf(toHexDigits(memory()))
    this.#isStale = usesMemory[opcode] === 1
    return this.#text
  }
}

function textOf(digits: string): string {
  if (digits === '') return '[]'
  const words: string[] = []
  for (let at = 0; at < digits.length; at += digitsPerWord) words.push(digits.slice(at, at + digitsPerWord))
  return `["${words.join('","')}"]`
}
