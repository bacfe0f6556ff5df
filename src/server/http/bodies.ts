import type { IncomingMessage } from 'node:http'
import type { HeldBytes } from '../limits/heldBytes.ts'
import { CollectedBytes } from './collectedBytes.ts'

/** A whole body, or why it was not received. */
export type ReceivedBody = Buffer | 'too-large' | 'too-busy'

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
    let received = 0
    const held: (() => void)[] = []
    const collected = new CollectedBytes((length) => {
      const leave = this.#incoming.hold(client, length)
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
}
