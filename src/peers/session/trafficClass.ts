import type { MessageKind } from '../messages/message.ts'

/**
 * Messages of one class share rates and queues; classes do not compete with each other, so that a flood of
 * transactions delays no block. Answers to our own requests are outside of the classes.
 */
export type TrafficClass = 'blocks' | 'transactions' | 'requests'

const blockKinds: ReadonlySet<MessageKind> = new Set([
  'status',
  'block',
  'new-block-hashes',
  'new-block-hash',
])

/** Unrequested responses count as requests. */
export function trafficClassOf(kind: MessageKind): TrafficClass {
  if (kind === 'transactions') return 'transactions'
  return blockKinds.has(kind) ? 'blocks' : 'requests'
}
