const smallest = 4 << 10
/** A buffer that grew beyond this is given back once it is empty. */
const largestKept = 256 << 10

/**
 * Bytes as they come from a socket, taken out in other portions. They are copied together, so that a sender of
 * tiny pieces costs no more memory than one of large ones, and the time spent is in proportion to the bytes.
 */
export class ByteQueue {
  #buffer = new Uint8Array(smallest)
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  push(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#buffer.length) this.#makeRoom(chunk.length)
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** A view of the next `count` bytes, good until the next `push`. The caller has made sure that they are there. */
  take(count: number): Uint8Array {
    if (count > this.length) throw new RangeError(`${count} bytes asked of ${this.length}`)
    const view = this.#buffer.subarray(this.#start, this.#start + count)
    this.#start += count
    if (this.#start === this.#end) this.#restart()
    return view
  }

  #restart(): void {
    this.#start = 0
    this.#end = 0
    if (this.#buffer.length > largestKept) this.#buffer = new Uint8Array(smallest)
  }

  /** Moves what is left to the front when that is little, and otherwise doubles: both happen rarely enough. */
  #makeRoom(count: number): void {
    const left = this.#buffer.subarray(this.#start, this.#end)
    const needed = left.length + count
    if (needed * 2 <= this.#buffer.length) this.#buffer.copyWithin(0, this.#start, this.#end)
    else {
      this.#buffer = new Uint8Array(Math.max(2 * this.#buffer.length, 2 * needed))
      this.#buffer.set(left)
    }
    this.#start = 0
    this.#end = left.length
  }
}
