import { emptyBytes } from '../../../primitives/bytes.ts'
import { ScriptFailure } from './scriptFailure.ts'

/** Whether the bytes are a number other than zero, positive or negative. */
export const isTruthy = (data: Uint8Array): boolean =>
  data.some((byte, at) => byte !== 0 && !(byte === 0x80 && at === data.length - 1))

const truth = Uint8Array.of(1)
const ordinaryNumberLength = 4

/** The items that a script works on. Arguments of operations are read from the end. */
export class ScriptStack {
  readonly items: Uint8Array[]
  readonly #needsMinimalNumbers: boolean

  constructor(items: readonly Uint8Array[], needsMinimalNumbers: boolean) {
    this.items = [...items]
    this.#needsMinimalNumbers = needsMinimalNumbers
  }

  get size(): number {
    return this.items.length
  }

  push(...items: readonly Uint8Array[]): void {
    this.items.push(...items)
  }

  pushNumber(value: number): void {
    this.items.push(encodeScriptNumber(value))
  }

  pushBoolean(value: boolean): void {
    this.items.push(value ? truth : emptyBytes)
  }

  pop(): Uint8Array {
    this.need(1)
    return this.items.pop()!
  }

  popNumber(maximumLength = ordinaryNumberLength): number {
    return this.#number(this.pop(), maximumLength)
  }

  /** Item number `depth` from the top, which is number 0. */
  peek(depth = 0): Uint8Array {
    this.need(depth + 1)
    return this.items.at(-1 - depth)!
  }

  peekNumber(maximumLength: number): number {
    return this.#number(this.peek(), maximumLength)
  }

  /** Removes item number `depth` from the top. */
  take(depth: number): Uint8Array {
    this.need(depth + 1)
    return this.items.splice(-1 - depth, 1)[0]!
  }

  need(count: number): void {
    if (count < 1 || this.items.length < count) throw new ScriptFailure('invalid-stack-operation')
  }

  #number(data: Uint8Array, maximumLength: number): number {
    if (data.length > maximumLength) throw new ScriptFailure('number-overflow')
    if (this.#needsMinimalNumbers && !isMinimalNumber(data)) throw new ScriptFailure('number-overflow')
    return decodeScriptNumber(data)
  }
}

/**
 * The highest bit of the last byte is the sign. So the last byte may be otherwise zero only if the byte before uses its
 * own highest bit.
 */
function isMinimalNumber(data: Uint8Array): boolean {
  const last = data.at(-1)
  if (last === undefined || (last & 0x7f) !== 0) return true
  return data.length > 1 && data.at(-2)! >= 0x80
}

/** Up to five bytes, little-endian, the sign in the highest bit. */
export function decodeScriptNumber(data: Uint8Array): number {
  const last = data.at(-1)
  if (last === undefined) return 0
  let value = last & 0x7f
  for (let at = data.length - 2; at >= 0; at--) value = value * 256 + data[at]!
  return last >= 0x80 ? -value : value
}

function encodeScriptNumber(value: number): Uint8Array {
  if (value === 0) return emptyBytes
  const bytes: number[] = []
  for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256)
  const sign = value < 0 ? 0x80 : 0
  if (bytes.at(-1)! >= 0x80) bytes.push(sign)
  else bytes[bytes.length - 1]! |= sign
  return Uint8Array.from(bytes)
}
