import type { IncomingMessage } from 'node:http'
import { bodyTooLarge, type Refusal, tooBusy } from '../refusals/refusals.ts'

export interface BodyRules {
  readonly maximum: number
  /** Counts memory that will be held; false when there must not be more. */
  readonly hold: (length: number) => boolean
  /** Gets the number of bytes that have arrived of a body without a length in its head; returns why no more are received. */
  readonly admit: (received: number) => Refusal | undefined
}

/** Receives the body of a request. Calls `done` once, or never if the client disconnects first. Returns how to end it before. */
export function receiveBody(
  request: IncomingMessage,
  { maximum, hold, admit }: BodyRules,
  done: (body: Buffer | Refusal) => void,
): (refusal: Refusal) => void {
  const collected = new CollectedBytes(hold)
  const hasLength = request.headers['content-length'] !== undefined
  let received = 0
  let isEnded = false
  const end = (body: Buffer | Refusal): void => {
    if (isEnded) return
    isEnded = true
    done(body)
  }
  request.on('data', (chunk: Buffer) => {
    if (isEnded) return
    received += chunk.length
    const refusal = received > maximum ? bodyTooLarge(maximum) : hasLength ? undefined : admit(received)
    if (refusal !== undefined) end(refusal)
    else if (!collected.add(chunk)) end(tooBusy())
  })
  request.on('end', () => {
    if (!isEnded) end(collected.joined())
  })
  return end
}

/** A shorter chunk is copied into a block with its neighbours: the object of a chunk takes more memory than few bytes. */
const shortChunk = 4 * 1024
const blockLength = 16 * 1024
const empty = Buffer.alloc(0)

/** The bytes of a body that arrives in chunks, in memory that is in proportion to their length however short the chunks are. */
export class CollectedBytes {
  readonly #hold: (length: number) => boolean
  readonly #parts: Buffer[] = []
  /** The last part, into which short chunks are copied, and how much of it is filled. */
  #block = empty
  #filled = 0

  /** `hold` counts memory that will be held; false when there must not be more. */
  constructor(hold: (length: number) => boolean) {
    this.#hold = hold
  }

  /** False when the chunk must not be held. */
  add(chunk: Buffer): boolean {
    const isCopied = chunk.length < shortChunk && this.#parts.length > 0
    if (!isCopied) return this.#keep(chunk)
    if (this.#filled + chunk.length > this.#block.length && !this.#beginBlock()) return false
    chunk.copy(this.#block, this.#filled)
    this.#filled += chunk.length
    return true
  }

  /** Most bodies arrive in one chunk, which is not copied. */
  joined(): Buffer {
    this.#endBlock()
    return this.#parts.length > 1 ? Buffer.concat(this.#parts) : (this.#parts[0] ?? empty)
  }

  #keep(chunk: Buffer): boolean {
    if (!this.#hold(chunk.length)) return false
    this.#endBlock()
    this.#parts.push(chunk)
    return true
  }

  #beginBlock(): boolean {
    if (!this.#hold(blockLength)) return false
    this.#endBlock()
    this.#block = Buffer.allocUnsafe(blockLength)
    return true
  }

  #endBlock(): void {
    if (this.#filled > 0) this.#parts.push(this.#block.subarray(0, this.#filled))
    this.#block = empty
    this.#filled = 0
  }
}
