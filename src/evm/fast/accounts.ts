import type { Address } from '../../primitives/bytes.ts'
import type { Core } from './core.ts'
import { getAddress } from './words.ts'

/** Maximum number of accounts that keep their numbers for the next execution. */
const maximumKept = 1024

/** Numbers the accounts of a core, which identifies an account by its number. Executions share the numbers. */
export class Accounts {
  readonly #core: Core
  readonly #addresses: Address[] = []
  /**
   * Five 32-bit parts of each address, in the order of a word: comparing five numbers is faster than twenty
   * bytes.
   */
  readonly #parts: number[] = []
  /** Account numbers by the first part of their address. */
  readonly #buckets = new Map<number, number[]>()

  constructor(core: Core) {
    this.#core = core
  }

  /** The number of the account whose address is in a word of linear memory. */
  number(word: number): number {
    const at = word >>> 2
    const key = this.#core.u32[at]!
    const bucket = this.#buckets.get(key)
    if (bucket !== undefined) {
      for (const known of bucket) if (this.#has(known, at)) return known
    }
    const number = this.#add(word)
    if (bucket === undefined) this.#buckets.set(key, [number])
    else bucket.push(number)
    return number
  }

  #has(number: number, at: number): boolean {
    const { u32 } = this.#core
    const parts = this.#parts
    const first = number * 5
    for (let i = 0; i < 5; i++) if (parts[first + i] !== u32[at + i]) return false
    return true
  }

  #add(word: number): number {
    for (let i = 0; i < 5; i++) this.#parts.push(this.#core.u32[(word >>> 2) + i]!)
    return this.#addresses.push(getAddress(this.#core, word)) - 1
  }

  /** Called between executions: forgets the numbers when there are more than `maximumKept`. */
  forgetIfMany(): void {
    if (this.#addresses.length <= maximumKept) return
    this.#addresses.length = 0
    this.#parts.length = 0
    this.#buckets.clear()
  }

  address(number: number): Address {
    return this.#addresses[number]!
  }

  /** The low 32 bits of an address. */
  lowPart(number: number): number {
    return this.#parts[number * 5]!
  }

  /** Writes the address of an account into a word. */
  write(word: number, number: number): void {
    const { u32 } = this.#core
    const at = word >>> 2
    for (let i = 0; i < 5; i++) u32[at + i] = this.#parts[number * 5 + i]!
    u32[at + 5] = 0
    u32[at + 6] = 0
    u32[at + 7] = 0
  }
}
