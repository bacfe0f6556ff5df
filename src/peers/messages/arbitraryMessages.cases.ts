import fc from 'fast-check'
import { asHash } from '../../primitives/bytes.ts'
import { arbitraryRlp } from '../../primitives/rlp/arbitraryRlp.cases.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import type { Message, MessageKind } from './message.ts'

/* Every kind of message with any contents. What stays encoded is any RLP. */

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
  getBlock: fc.record({ ...kind('getBlock'), hash }),
  newBlockHashes: fc.record({ ...kind('newBlockHashes'), announcements: identifiers }),
  newBlockHash: fc.record({ ...kind('newBlockHash'), hash }),
  transactions: fc.record({ ...kind('transactions'), transactions: lists }),
  blockHashRequest: fc.record({ ...numbered('blockHashRequest'), height: number }),
  headersRequest: fc.record({ ...numbered('headersRequest'), hash, count: number }),
  blockRequest: fc.record({ ...numbered('blockRequest'), hash }),
  bodyRequest: fc.record({ ...numbered('bodyRequest'), hash }),
  skeletonRequest: fc.record({ ...numbered('skeletonRequest'), start: number }),
  blockHashResponse: fc.record({ ...numbered('blockHashResponse'), hash }),
  headersResponse: fc.record({ ...numbered('headersResponse'), headers: lists }),
  blockResponse: fc.record({ ...numbered('blockResponse'), block: list }),
  bodyResponse: fc.record({
    ...numbered('bodyResponse'),
    transactions: list,
    uncles: list,
    extension: fc.oneof(fc.constant(null), fc.record({ version: fc.nat(2), extension: list })),
  }),
  skeletonResponse: fc.record({ ...numbered('skeletonResponse'), points: identifiers }),
  snapStateChunkRequest: fc.record({
    ...numbered('snapStateChunkRequest'),
    blockNumber: number,
    from: number,
    chunkSize: number,
  }),
  snapStateChunkResponse: fc.record({
    ...numbered('snapStateChunkResponse'),
    chunk: list,
    blockNumber: number,
    from: number,
    to: number,
    isComplete: fc.boolean(),
  }),
  snapStatusRequest: fc.record(numbered('snapStatusRequest')),
  snapStatusResponse: fc.record({ ...numbered('snapStatusResponse'), ...chainPart, stateBytes: number }),
  snapBlocksRequest: fc.record({ ...numbered('snapBlocksRequest'), blockNumber: number }),
  snapBlocksResponse: fc.record({ ...numbered('snapBlocksResponse'), ...chainPart }),
}

export const arbitraryMessage = fc.oneof(...Object.values(messageArbitraries))
