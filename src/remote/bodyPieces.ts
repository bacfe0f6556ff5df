import { NodeFailure } from './nodeFailure.ts'

/** When more bytes wait for the reader, reading from the node pauses. */
const maximumWaiting = 1 << 20

export interface BodySource {
  pause(): void
  resume(): void
  abandon(): void
}

type Next = IteratorResult<Uint8Array, undefined>
const finished: Next = { done: true, value: undefined }

/** A long body as it arrives from a node, at the pace of its one reader. */
export class BodyPieces implements AsyncIterableIterator<Uint8Array> {
  readonly #source: BodySource
  readonly #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #end: 'open' | 'complete' | NodeFailure = 'open'
  #wake = () => {}

  constructor(source: BodySource) {
    this.#source = source
  }

  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes > maximumWaiting) this.#source.pause()
    this.#wake()
  }

  /** `failure` is undefined when the body is complete. */
  finish(failure?: NodeFailure): void {
    if (this.#end !== 'open') return
    this.#end = failure ?? 'complete'
    this.#wake()
  }

  async next(): Promise<Next> {
    for (;;) {
      const value = this.#waiting.shift()
      if (value !== undefined) {
        this.#waitingBytes -= value.length
        if (this.#waitingBytes === 0 && this.#end === 'open') this.#source.resume()
        return { done: false, value }
      }
      if (this.#end instanceof NodeFailure) throw this.#end
      if (this.#end === 'complete') return finished
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async return(): Promise<Next> {
    const isOpen = this.#end === 'open'
    this.finish()
    this.#waiting.length = 0
    if (isOpen) this.#source.abandon()
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
