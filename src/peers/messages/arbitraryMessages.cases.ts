import fc from 'fast-check'
import { asHash } from '../../primitives/bytes.ts'
import { arbitraryRlp } from '../../primitives/rlp/arbitraryRlp.cases.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import type { Message, MessageKind } from './message.ts'

/* Every kind of message with any contents. Encoded fields are any RLP. */

const number = fc.oneof(fc.nat(300), fc.maxSafeNat())
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asHash)
const difficulty = fc.bigInt({ min: 0n, max: 2n ** 90n })
const list = fc.array(arbitraryRlp, { maxLength: 4 }).map((items) => encodeRlpList(items.map(encodeRlp)))
const lists = fc.array(list, { maxLength: 4 })
const identifiers = fc.array(fc.record({ hash, number }), { maxLength: 5 })
const chainPart = { blocks: lists, totalDifficulties: fc.array(difficulty, { maxLength: 4 }) }

const kind = <K extends MessageKind>(name: K) => ({ kind: fc.constant(name) })
const numbered = <K extends MessageKind>(name: K) => ({ ...kind(name), id: number })

export const messageArbitraries: { readonly [K in MessageKind]: fc.Arbitrary<Message> } = {
  status: fc.oneof(
    fc.record({
      ...kind('status'),
      bestNumber: number,
      bestHash: hash,
      bestParentHash: hash,
      totalDifficulty: difficulty,
    }),
    fc.record({
      ...kind('status'),
      bestNumber: number,
      bestHash: hash,
      bestParentHash: fc.constant(null),
      totalDifficulty: fc.constant(null),
    }),
  ),
  block: fc.record({ ...kind('block'), block: list }),
  'get-block': fc.record({ ...kind('get-block'), hash }),
  'new-block-hashes': fc.record({ ...kind('new-block-hashes'), announcements: identifiers }),
  'new-block-hash': fc.record({ ...kind('new-block-hash'), hash }),
  transactions: fc.record({ ...kind('transactions'), transactions: lists }),
  'block-hash-request': fc.record({ ...numbered('block-hash-request'), height: number }),
  'headers-request': fc.record({ ...numbered('headers-request'), hash, count: number }),
  'block-request': fc.record({ ...numbered('block-request'), hash }),
  'body-request': fc.record({ ...numbered('body-request'), hash }),
  'skeleton-request': fc.record({ ...numbered('skeleton-request'), start: number }),
  'block-hash-response': fc.record({ ...numbered('block-hash-response'), hash }),
  'headers-response': fc.record({ ...numbered('headers-response'), headers: lists }),
  'block-response': fc.record({ ...numbered('block-response'), block: list }),
  'body-response': fc.record({
    ...numbered('body-response'),
    transactions: list,
    uncles: list,
    extension: fc.oneof(fc.constant(null), fc.record({ version: fc.nat(2), extension: list })),
  }),
  'skeleton-response': fc.record({ ...numbered('skeleton-response'), points: identifiers }),
  'snap-state-chunk-request': fc.record({
    ...numbered('snap-state-chunk-request'),
    blockNumber: number,
    from: number,
    chunkSize: number,
  }),
  'snap-state-chunk-response': fc.record({
    ...numbered('snap-state-chunk-response'),
    chunk: list,
    blockNumber: number,
    from: number,
    to: number,
    isComplete: fc.boolean(),
  }),
  'snap-status-request': fc.record(numbered('snap-status-request')),
  'snap-status-response': fc.record({
    ...numbered('snap-status-response'),
    ...chainPart,
    stateBytes: number,
  }),
  'snap-blocks-request': fc.record({ ...numbered('snap-blocks-request'), blockNumber: number }),
  'snap-blocks-response': fc.record({ ...numbered('snap-blocks-response'), ...chainPart }),
}

export const arbitraryMessage = fc.oneof(...Object.values(messageArbitraries))
