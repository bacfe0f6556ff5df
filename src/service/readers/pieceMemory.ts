import { Buffer } from '../../platform/buffer.ts'
import { lend } from '../../primitives/work/lentBytes.ts'

/** Bytes of one place. A write of this length occupies the main thread for about 0.1 ms. */
export const placeLength = 256 * 1024
const placeCount = 64
const [isFree, isTaken] = [0, 1] as const
const headLength = placeCount * Int32Array.BYTES_PER_ELEMENT

/** A piece in the memory that a reader thread shares with the main thread. */
export interface PlacedPiece {
  readonly place: number
  readonly length: number
}

/**
 * Memory for pieces of long answers, shared by a reader thread and the main thread: the reader takes a place and writes into
 * it, the main thread sends the bytes and frees the place. Transferring a new buffer per piece made garbage collection take
 * half of the processor time of such answers. The operating system allocates the pages of a place when it is first written.
 */
export class PieceMemory {
  readonly shared: SharedArrayBuffer
  readonly #places: Int32Array

  static create(): PieceMemory {
    return new PieceMemory(new SharedArrayBuffer(headLength + placeCount * placeLength))
  }

  constructor(shared: SharedArrayBuffer) {
    this.shared = shared
    this.#places = new Int32Array(shared, 0, placeCount)
  }

  /** Takes a free place, for the reader thread; undefined while clients have not read the contents of any. */
  take(): number | undefined {
    for (let place = 0; place < placeCount; place++) {
      if (Atomics.compareExchange(this.#places, place, isFree, isTaken) === isFree) return place
    }
    return undefined
  }

  free(place: number): void {
    Atomics.store(this.#places, place, isFree)
  }

  /** The bytes of a place that the caller has taken. */
  bytes(place: number, length = placeLength): Buffer {
    return Buffer.from(this.shared, headLength + place * placeLength, length)
  }

  /** The bytes of a piece that the reader has sent. Giving them back frees the place. */
  piece({ place, length }: PlacedPiece): Uint8Array {
    return lend(this.bytes(place, length), () => this.free(place))
  }

  /** The number of taken places. */
  get taken(): number {
    return this.#places.reduce((sum, _, place) => sum + Atomics.load(this.#places, place), 0)
  }
}
