import type { Hash } from '../../primitives/bytes.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import { type Block, encodeBlock } from '../../protocol/block.ts'
import { bodyOfBlock } from '../messages/blockParts.ts'
import { encodeCompressedHeader } from '../messages/compressedHeader.ts'
import type { BlockIdentifier, PushMessage, Request, Response } from '../messages/message.ts'
import { maximumHeaders, maximumSkeletonChunks } from '../messages/messageLimits.ts'
import type { ServedChain, SnapshotServer } from './snapshotServer.ts'

/*
 * Answers to the requests of peers. The protocol has no negative answer: a request for unknown data, or an invalid
 * request, is not answered. An empty list is never sent, because the reference node fails on it.
 */

/** Undefined when the request is not answered, such as one for snapshots without `snapshots`. */
export function* answerTo(
  request: Request,
  chain: ServedChain,
  snapshots?: SnapshotServer,
): Steps<Response | undefined> {
  switch (request.kind) {
    case 'block-hash-request':
      return blockHash(request.height, chain)
    case 'headers-request':
      return yield* headers(request.hash, request.count, chain)
    case 'block-request':
      return answered(chain.block(request.hash), (block) => ({
        kind: 'block-response',
        block: encodeBlock(block),
      }))
    case 'body-request':
      return answered(chain.block(request.hash), (block) => ({
        kind: 'body-response',
        ...bodyOfBlock(block),
      }))
    case 'skeleton-request':
      return skeleton(request.start, chain)
    case 'snap-state-chunk-request':
    case 'snap-status-request':
    case 'snap-blocks-request':
      return snapshots && (yield* snapshots.answer(request))
  }
}

/** The answer to `get-block`. */
export const blockMessage = (hash: Hash, chain: ServedChain): PushMessage | undefined =>
  answered(chain.block(hash), (block) => ({ kind: 'block', block: encodeBlock(block) }))

const answered = <Found, Answer>(
  found: Found | undefined,
  answer: (found: Found) => Answer,
): Answer | undefined => (found === undefined ? undefined : answer(found))

/** Height 0 is answered: the reference node requests it, although it does not answer it itself. */
const blockHash = (height: number, chain: ServedChain): Response | undefined =>
  answered(chain.select(height), ({ header }) => ({ kind: 'block-hash-response', hash: header.hash }))

/** Takes one step per header. */
function* headers(hash: Hash, count: number, chain: ServedChain): Steps<Response | undefined> {
  if (count > maximumHeaders) return undefined
  const found: Uint8Array[] = []
  let block = count > 0 ? chain.block(hash) : undefined
  while (block !== undefined) {
    found.push(encodeCompressedHeader(block.header))
    const { number, parentHash } = block.header
    block = found.length < count && number > 0 ? chain.block(parentHash) : undefined
    yield
  }
  return found.length === 0 ? undefined : { kind: 'headers-response', headers: found }
}

/**
 * Undefined for a single point, because the reference node punishes its sender, and for a skeleton with gaps, as in a
 * chain that started at a snapshot.
 */
function skeleton(start: number, chain: ServedChain): Response | undefined {
  const best = chain.head.header.number
  if (start > best) return undefined
  const heights = skeletonHeights(start, best)
  const points = heights.flatMap((height) => identifierOf(chain.select(height)))
  if (points.length < heights.length || points.length < 2) return undefined
  return { kind: 'skeleton-response', points }
}

const identifierOf = (block: Block | undefined): BlockIdentifier[] =>
  block === undefined ? [] : [{ hash: block.header.hash, number: block.header.number }]

/**
 * The heights of a skeleton for a peer that continues from `start`: the beginning of the chunk of 192 blocks around
 * `start`, the beginnings of the following chunks, and the end, which is the best block unless it is too far away.
 */
export function skeletonHeights(start: number, best: number): number[] {
  const first = start - (start % maximumHeaders)
  const limit = Math.min(best, first + maximumHeaders * maximumSkeletonChunks)
  const heights: number[] = []
  for (let height = first; height < limit; height += maximumHeaders) heights.push(height)
  return [...heights, limit]
}
