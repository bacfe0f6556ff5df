import type { MessageKind } from './message.ts'

/** The number of each kind on the wire. The protocol does not use 4, 5 and 19. */
export const messageTypes = {
  status: 1,
  block: 2,
  'get-block': 3,
  'new-block-hashes': 6,
  transactions: 7,
  'block-hash-request': 8,
  'headers-request': 9,
  'headers-response': 10,
  'block-request': 11,
  'block-response': 12,
  'skeleton-response': 13,
  'body-request': 14,
  'body-response': 15,
  'skeleton-request': 16,
  'new-block-hash': 17,
  'block-hash-response': 18,
  'snap-state-chunk-request': 20,
  'snap-state-chunk-response': 21,
  'snap-status-request': 22,
  'snap-status-response': 23,
  'snap-blocks-request': 24,
  'snap-blocks-response': 25,
} as const satisfies Record<MessageKind, number>

/** Codes of the frames that carry messages; the protocol has no others. */
export const frameCodes = { networkStatus: 0x10, message: 0x18 } as const
