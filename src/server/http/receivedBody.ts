import type { IncomingMessage } from 'node:http'

/** A whole body, or why it was not received. */
export type ReceivedBody = Buffer | 'too-large' | 'too-busy'

/**
 * A body up to 4 times the maximum is read and discarded: most clients read the refusal only when they have sent all.
 */
const discardFactor = 4

/**
 * Receives the body of a request. `hold` counts the bytes that are held for its client until the function that it returns is
 * called; undefined when there must not be more. Calls `done` once, or never if the client disconnects first.
 */
export function receiveBody(
  request: IncomingMessage,
  maximum: number,
  hold: (length: number) => (() => void) | undefined,
  done: (body: ReceivedBody) => void,
): void {
  let received = 0
  const held: (() => void)[] = []
  const collected = new CollectedBytes((length) => {
    const leave = hold(length)
    if (leave !== undefined) held.push(leave)
    return leave !== undefined
  })
  let isEnded = false
  const letGo = (): void => {
    isEnded = true
    for (const leave of held.splice(0)) leave()
  }
  const end = (body: ReceivedBody): void => {
    letGo()
    done(body)
  }
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (isEnded) return
    if (received > discardFactor * maximum) end('too-large')
    else if (received <= maximum && !collected.add(chunk)) end('too-busy')
  })
  request.on('end', () => {
    if (!isEnded) end(received > maximum ? 'too-large' : collected.joined())
  })
  request.on('close', () => {
    if (!isEnded) letGo()
  })
  if (Number(request.headers['content-length'] ?? 0) > discardFactor * maximum) end('too-large')
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
