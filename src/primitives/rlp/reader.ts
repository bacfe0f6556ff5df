import { DecodeError } from '../errors.ts'
import { toBigInt, toSafeNumber, toSignedBigInt } from '../integers.ts'

/**
 * Maximum length of an integer in bytes. Integers of the protocol are far shorter; without a limit, a hostile item
 * would take many times its length as a bigint.
 */
const maximumIntegerLength = 1024

/**
 * Reads the items of one RLP list in order. The caller names each item, so that an error contains its path
 * (`block.header.difficulty`). Results are views of the input, except integers, and a list is scanned only when it is
 * entered, so hostile nesting or counts do not allocate memory.
 *
 * The reader is as lenient as the reference node: it accepts long forms of short lengths, single bytes with a prefix
 * and leading zeros of lengths. A length must fit in the enclosing list.
 */
export class RlpReader {
  readonly #bytes: Uint8Array
  readonly #where: string
  readonly #end: number
  #at: number

  // The item found by #find.
  #isList = false
  #payloadStart = 0
  #payloadEnd = 0

  private constructor(bytes: Uint8Array, start: number, end: number, where: string) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
    this.#where = where
  }

  /** Opens `bytes`, which must be exactly one list. */
  static list(bytes: Uint8Array, where: string): RlpReader {
    const outer = new RlpReader(bytes, 0, bytes.length, where)
    outer.#find('')
    if (!outer.#isList) throw new DecodeError(where, 'is an RLP string instead of a list')
    if (outer.#payloadEnd !== bytes.length) {
      throw new DecodeError(where, `has ${bytes.length - outer.#payloadEnd} trailing bytes`)
    }
    return new RlpReader(bytes, outer.#payloadStart, outer.#payloadEnd, where)
  }

  /** Opens a list whose end may be missing in `bytes`: an item that is not whole throws. */
  static beginning(bytes: Uint8Array, where: string): RlpReader {
    const prefix = bytes[0] ?? 0
    if (prefix < 0xc0) throw new DecodeError(where, 'is an RLP string instead of a list')
    return new RlpReader(bytes, prefix > 0xf7 ? prefix - 0xf6 : 1, bytes.length, where)
  }

  /** The contents of `bytes`, which must be exactly one string. */
  static string(bytes: Uint8Array, where: string): Uint8Array {
    const outer = new RlpReader(bytes, 0, bytes.length, where)
    const contents = outer.bytes('')
    if (!outer.done) throw new DecodeError(where, 'has trailing bytes')
    return contents
  }

  /** Path of an item, named or counted, for error messages. */
  path(name: string | number): string {
    if (name === '') return this.#where
    if (typeof name === 'number') return `${this.#where}[${name}]`
    return name.startsWith('[') ? `${this.#where}${name}` : `${this.#where}.${name}`
  }

  get done(): boolean {
    return this.#at >= this.#end
  }

  /** Number of items not read yet. */
  remaining(): number {
    const start = this.#at
    let count = 0
    while (!this.done) {
      this.#find(count)
      this.#at = this.#payloadEnd
      count++
    }
    this.#at = start
    return count
  }

  /** Whether the next item is a list. */
  nextIsList(name: string): boolean {
    this.#find(name)
    return this.#isList
  }

  /** The next item, which must be a string. */
  bytes(name: string): Uint8Array {
    this.#findString(name)
    return this.#bytes.subarray(this.#payloadStart, this.#payloadEnd)
  }

  /** The next item, which must be a string of `length` bytes. */
  fixed(name: string, length: number): Uint8Array {
    const bytes = this.bytes(name)
    if (bytes.length !== length) {
      throw new DecodeError(this.path(name), `has ${bytes.length} bytes instead of ${length}`)
    }
    return bytes
  }

  /** The next item, which must be a string of `length` bytes or the empty string. */
  fixedOrEmpty(name: string, length: number): Uint8Array {
    const bytes = this.bytes(name)
    if (bytes.length !== 0 && bytes.length !== length) {
      throw new DecodeError(this.path(name), `has ${bytes.length} bytes instead of ${length}`)
    }
    return bytes
  }

  /** The next item as the bytes of an integer. */
  integerBytes(name: string): Uint8Array {
    this.#findString(name)
    const length = this.#payloadEnd - this.#payloadStart
    if (length > maximumIntegerLength) {
      throw new DecodeError(
        this.path(name),
        `is an integer of ${length} bytes, more than ${maximumIntegerLength}`,
      )
    }
    // A copy is cheaper than a view, for which V8 would have to move the bytes of a short array.
    return this.#bytes.slice(this.#payloadStart, this.#payloadEnd)
  }

  /** The next item as an unsigned integer. */
  unsigned(name: string): bigint {
    return toBigInt(this.integerBytes(name))
  }

  /** The next item as a two's complement integer. */
  signed(name: string): bigint {
    return toSignedBigInt(this.integerBytes(name))
  }

  /** The next item as an unsigned integer, null when it is the empty string. */
  unsignedOrNull(name: string): bigint | null {
    const bytes = this.integerBytes(name)
    return bytes.length === 0 ? null : toBigInt(bytes)
  }

  /** The next item as a two's complement integer, null when it is the empty string. */
  signedOrNull(name: string): bigint | null {
    const bytes = this.integerBytes(name)
    return bytes.length === 0 ? null : toSignedBigInt(bytes)
  }

  /** The next item as an unsigned integer of at most `maximum`. */
  number(name: string, maximum = Number.MAX_SAFE_INTEGER): number {
    const value = toSafeNumber(this.bytes(name))
    if (value === undefined || value > maximum) throw new DecodeError(this.path(name), `exceeds ${maximum}`)
    return value
  }

  /** Enters the next item, which must be a list. */
  list(name: string): RlpReader {
    this.#find(name)
    if (!this.#isList) throw new DecodeError(this.path(name), 'is an RLP string instead of a list')
    this.#at = this.#payloadEnd
    return new RlpReader(this.#bytes, this.#payloadStart, this.#payloadEnd, this.path(name))
  }

  /** Skips items of either kind. */
  skip(count: number): void {
    for (let skipped = 0; skipped < count; skipped++) {
      this.#find('')
      this.#at = this.#payloadEnd
    }
  }

  /** The next item of either kind with its prefix. */
  encoded(name: string): Uint8Array {
    const start = this.#at
    this.#find(name)
    this.#at = this.#payloadEnd
    return this.#bytes.subarray(start, this.#payloadEnd)
  }

  /** Throws when items are left. */
  end(): void {
    if (!this.done) throw new DecodeError(this.#where, `has ${this.remaining()} items too many`)
  }

  /** Locates the payload of the next item, which must be a string, and consumes the item. */
  #findString(name: string): void {
    this.#find(name)
    if (this.#isList) throw new DecodeError(this.path(name), 'is an RLP list instead of a string')
    this.#at = this.#payloadEnd
  }

  /** Locates the payload of the next item without consuming it. */
  #find(name: string | number): void {
    if (this.done) throw new DecodeError(this.path(name), 'is missing')
    const prefix = this.#bytes[this.#at]!
    this.#isList = prefix >= 0xc0
    if (prefix < 0x80) {
      this.#payloadStart = this.#at
      this.#payloadEnd = this.#at + 1
      return
    }
    const short = prefix - (this.#isList ? 0xc0 : 0x80)
    if (short < 56) this.#locate(name, this.#at + 1, short)
    else this.#locateLong(name, short - 55)
  }

  #locateLong(name: string | number, lengthBytes: number): void {
    const start = this.#at + 1 + lengthBytes
    if (start > this.#end) throw new DecodeError(this.path(name), 'is cut off inside its length')
    let length = 0
    for (let i = this.#at + 1; i < start; i++) length = length * 256 + this.#bytes[i]!
    this.#locate(name, start, length)
  }

  #locate(name: string | number, start: number, length: number): void {
    if (length > this.#end - start) {
      throw new DecodeError(this.path(name), `announces ${length} bytes where ${this.#end - start} are left`)
    }
    this.#payloadStart = start
    this.#payloadEnd = start + length
  }
}
