const minimumCapacity = 4 << 10
/** A buffer that grew beyond this size is replaced by a small one once it is empty. */
const maximumKept = 256 << 10

/**
 * Bytes from a socket, taken out in portions of other sizes. Chunks are copied into one buffer, so that many tiny
 * chunks take no more memory than few large ones, and the time is linear in the number of bytes.
 */
export class ByteQueue {
  #buffer = new Uint8Array(minimumCapacity)
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

  /** A view of the next `count` bytes, valid until the next `push`. Throws when fewer are there. */
  take(count: number): Uint8Array {
    if (count > this.length) throw new RangeError(`${count} bytes requested, ${this.length} present`)
    const view = this.#buffer.subarray(this.#start, this.#start + count)
    this.#start += count
    if (this.#start === this.#end) this.#restart()
    return view
  }

  #restart(): void {
    this.#start = 0
    this.#end = 0
    if (this.#buffer.length > maximumKept) this.#buffer = new Uint8Array(minimumCapacity)
  }

  /** Moves the bytes to the front when they fill less than half of the buffer, and otherwise doubles the buffer. */
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
