/*
 * Compression of records: zeros are most of a bloom and of the padded words of the ABI. A zero byte is followed by the
 * length of its run, 1 to 255; other bytes stand for themselves.
 */

const maximumRunLength = 255

/** A larger buffer is not kept for the next bytes. */
const maximumKept = 1 << 20

export function packZeros(bytes: Uint8Array): Uint8Array {
  const packer = new ZeroPacker()
  packer.add(bytes)
  packer.endRun()
  return packer.take()
}

/** Memory that packers use one after the other. */
let spare: Uint8Array | undefined

/** Packs bytes that come in parts. A run may continue over parts, until `endRun`. */
export class ZeroPacker {
  #target = spare ?? new Uint8Array(1 << 14)
  #at = 0
  #run = 0

  constructor() {
    spare = undefined
  }

  /** The number of packed bytes, without a run that has not ended. */
  get length(): number {
    return this.#at
  }

  add(bytes: Uint8Array): void {
    // A single zero takes two bytes.
    const target = this.#withRoom(2 * bytes.length + 2)
    let at = this.#at
    let run = this.#run
    for (let i = 0; i < bytes.length; ) {
      while (bytes[i] === 0 && run < maximumRunLength) {
        run++
        i++
      }
      if (i === bytes.length) break
      if (run > 0) {
        target[at++] = 0
        target[at++] = run
        run = 0
      }
      const zero = bytes.indexOf(0, i)
      const end = zero < 0 ? bytes.length : zero
      if (end - i === 1) target[at] = bytes[i]!
      else target.set(bytes.subarray(i, end), at)
      at += end - i
      i = end
    }
    this.#at = at
    this.#run = run
  }

  endRun(): void {
    if (this.#run === 0) return
    const target = this.#withRoom(2)
    target[this.#at++] = 0
    target[this.#at++] = this.#run
    this.#run = 0
  }

  /** Adds a byte that stands for itself, between runs. */
  addRaw(byte: number): void {
    this.#withRoom(1)[this.#at++] = byte
  }

  /** The packed bytes as a view, until the next packer is made. Ends the packer. */
  end(): Uint8Array {
    const target = this.#target
    if (target.length <= maximumKept) spare = target
    return target.subarray(0, this.#at)
  }

  /** A copy of the packed bytes. Ends the packer. */
  take(): Uint8Array {
    return this.end().slice()
  }

  #withRoom(bytes: number): Uint8Array {
    const needed = this.#at + bytes
    if (needed <= this.#target.length) return this.#target
    const larger = new Uint8Array(2 * needed)
    larger.set(this.#target.subarray(0, this.#at))
    this.#target = larger
    return larger
  }
}

/** Reads packed bytes from `start` to `end`; undefined when they are not the result of packing. */
export function unpackZeros(packed: Uint8Array, start = 0, end = packed.length): Uint8Array | undefined {
  const length = unpackedLength(packed, start, end)
  if (length === undefined) return undefined
  const bytes = new Uint8Array(length)
  let to = 0
  for (let at = start; at < end; at++) {
    const byte = packed[at]!
    if (byte !== 0) bytes[to++] = byte
    else to += packed[++at]!
  }
  return bytes
}

function unpackedLength(packed: Uint8Array, start: number, end: number): number | undefined {
  let length = 0
  for (let at = start; at < end; at++) {
    if (packed[at] !== 0) {
      length++
      continue
    }
    const run = ++at < end ? packed[at]! : 0
    if (run === 0) return undefined
    length += run
  }
  return length
}
