import { encodeMessage } from '../messages/encodeMessage.ts'
import type { PushMessage } from '../messages/message.ts'
import type { Outgoing } from './outgoingQueue.ts'

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
