import type { Steps } from '../../primitives/work/steps.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import type { PushMessage } from '../messages/message.ts'

/** A message that is encoded when its turn has come. */
export interface Outgoing {
  /** Memory that the message takes until it is sent. */
  readonly bytes: number
  /** Undefined when the message has become pointless. An answer may take many steps, with other work in between. */
  make(): Uint8Array | undefined | Steps<Uint8Array | undefined>
}

/** Maximum number and total size of waiting messages per class. */
const maximumQueueLength = 2000
const maximumBytes = 16 << 20

/** Messages of one class on their way to a peer, bounded in number and bytes. */
export class OutgoingQueue {
  readonly #messages: Outgoing[] = []
  #bytes = 0

  get length(): number {
    return this.#messages.length
  }

  /** False when the queue is full. */
  push(outgoing: Outgoing): boolean {
    if (this.#messages.length >= maximumQueueLength || this.#bytes > maximumBytes) return false
    this.#messages.push(outgoing)
    this.#bytes += outgoing.bytes
    return true
  }

  shift(): Outgoing | undefined {
    const outgoing = this.#messages.shift()
    if (outgoing !== undefined) this.#bytes -= outgoing.bytes
    return outgoing
  }

  clear(): void {
    this.#messages.length = 0
    this.#bytes = 0
  }
}

export const outgoingPush = (message: PushMessage): Outgoing => ({
  bytes: heldBytes(message),
  make: () => encodeMessage(message),
})

/** Bytes that a message keeps in memory until it is sent. */
function heldBytes(message: PushMessage): number {
  if (message.kind === 'block') return message.block.length
  if (message.kind !== 'transactions') return 0
  return message.transactions.reduce((sum, transaction) => sum + transaction.length, 0)
}
