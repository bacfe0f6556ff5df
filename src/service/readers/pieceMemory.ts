import { lend } from '../../rpc/json/piece.ts'

/** Bytes of one place. A write of this length occupies the thread of the sockets for some 0.1 ms. */
export const placeLength = 256 * 1024
const placeCount = 64
const [isFree, isTaken] = [0, 1] as const
const headLength = placeCount * Int32Array.BYTES_PER_ELEMENT

/** A piece in the memory that a reader shares with the thread of the sockets. */
export interface PlacedPiece {
  readonly place: number
  readonly length: number
}

/**
 * Memory for pieces of long answers, which a reader's thread and the thread of the sockets share: the reader takes a place
 * and writes into it, the other thread sends the bytes and frees the place. Memory that is handed over instead is
 * allocated for each piece and collected by V8, which marked all objects of both threads for every few tens of MB: half
 * of the processor time of such answers. Pages of places that were never taken do not exist.
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

  /** A free place, for the reader; undefined when clients have not read what is in them. */
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

  /** The bytes of a piece that the reader has sent; its place is free when they are given back. */
  piece({ place, length }: PlacedPiece): Uint8Array {
    return lend(this.bytes(place, length), () => this.free(place))
  }

  /** The number of taken places. */
  get taken(): number {
    return this.#places.reduce((sum, _, place) => sum + Atomics.load(this.#places, place), 0)
  }
}
