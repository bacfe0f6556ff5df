import type { IncomingMessage } from 'node:http'
import type { HeldBytes } from '../limits/heldBytes.ts'

/** A whole body, or why it was not received. */
export type ReceivedBody = Buffer | 'too-large' | 'too-busy'

const empty = Buffer.alloc(0)
/**
 * A body up to 4 times the maximum is read and discarded: most clients read the refusal only when they have sent all.
 */
const discardFactor = 4

/** Receives bodies; the bytes that all of them hold together, and those of one client, are bounded. */
export class Bodies {
  readonly #incoming: HeldBytes

  constructor(incoming: HeldBytes) {
    this.#incoming = incoming
  }

  /** Calls `done` once, or never if the client disconnects first. */
  receive(
    request: IncomingMessage,
    client: string,
    maximum: number,
    done: (body: ReceivedBody) => void,
  ): void {
    const chunks: Buffer[] = []
    let received = 0
    const held: (() => void)[] = []
    let isEnded = false
    const letGo = (): void => {
      isEnded = true
      for (const leave of held.splice(0)) leave()
    }
    const end = (body: ReceivedBody): void => {
      letGo()
      done(body)
    }
    const hold = (chunk: Buffer): void => {
      const leave = this.#incoming.hold(client, chunk.length)
      if (leave === undefined) {
        end('too-busy')
        return
      }
      held.push(leave)
      chunks.push(chunk)
    }
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (isEnded) return
      if (received > discardFactor * maximum) end('too-large')
      else if (received <= maximum) hold(chunk)
    })
    request.on('end', () => {
      if (!isEnded) end(received > maximum ? 'too-large' : joined(chunks))
    })
    request.on('close', () => {
      if (!isEnded) letGo()
    })
    if (Number(request.headers['content-length'] ?? 0) > discardFactor * maximum) end('too-large')
  }
}

/** Most bodies arrive in one chunk, which is not copied. */
const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? empty)
