import { emptyBytes } from '../../primitives/bytes.ts'
import { memoryGrowthGas, wordsFor } from '../memoryGas.ts'

const firstCapacity = 1024
const noView = new DataView(emptyBytes.buffer)
const low64 = 0xffff_ffff_ffff_ffffn

/**
 * The memory of a frame: zeros at first, grows by whole words. An instruction charges for a region and
 * expands it before use.
 */
export class Memory {
  #size = 0
  #bytes = emptyBytes
  #view = noView

  /** Bytes, a multiple of 32 (MSIZE). */
  get size(): number {
    return this.#size
  }

  growthGas(offset: number, length: number): number {
    return memoryGrowthGas(this.#size, offset, length)
  }

  expand(offset: number, length: number): void {
    if (length === 0 || offset + length <= this.#size) return
    this.#size = 32 * wordsFor(offset + length)
    if (this.#size > this.#bytes.length) this.#reserve(this.#size)
  }

  #reserve(size: number): void {
    let capacity = Math.max(firstCapacity, this.#bytes.length)
    while (capacity < size) capacity *= 2
    const bytes = new Uint8Array(capacity)
    bytes.set(this.#bytes)
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }

  /** A live view of a region, or of the whole memory. */
  region(offset = 0, length = this.#size): Uint8Array {
    return length === 0 ? emptyBytes : this.#bytes.subarray(offset, offset + length)
  }

  load(offset: number): bigint {
    const view = this.#view
    const high = (view.getBigUint64(offset) << 64n) | view.getBigUint64(offset + 8)
    const low = (view.getBigUint64(offset + 16) << 64n) | view.getBigUint64(offset + 24)
    return (high << 128n) | low
  }

  store(offset: number, word: bigint): void {
    const view = this.#view
    view.setBigUint64(offset, word >> 192n)
    view.setBigUint64(offset + 8, (word >> 128n) & low64)
    view.setBigUint64(offset + 16, (word >> 64n) & low64)
    view.setBigUint64(offset + 24, word & low64)
  }

  storeByte(offset: number, byte: number): void {
    this.#bytes[offset] = byte
  }

  write(offset: number, bytes: Uint8Array): void {
    if (bytes.length > 0) this.#bytes.set(bytes, offset)
  }

  /** Fills the region from `source` at `start`, and with zeros beyond the end of the source. */
  copyFrom(source: Uint8Array, start: number, offset: number, length: number): void {
    if (length === 0) return
    const available = source.subarray(start, start + length)
    this.#bytes.set(available, offset)
    this.#bytes.fill(0, offset + available.length, offset + length)
  }

  /** MCOPY: the regions may overlap. */
  move(target: number, start: number, length: number): void {
    this.#bytes.copyWithin(target, start, start + length)
  }
}
