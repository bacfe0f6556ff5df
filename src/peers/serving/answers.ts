import type { Hash } from '../../primitives/bytes.ts'
import { type Block, encodeBlock } from '../../protocol/block.ts'
import { bodyOfBlock } from '../messages/blockParts.ts'
import { encodeCompressedHeader } from '../messages/compressedHeader.ts'
import { maximumHeaders } from '../messages/limits.ts'
import type { BlockIdentifier, PushMessage, Request, Response } from '../messages/message.ts'
import type { ServedChain } from './servedChain.ts'
import { skeletonHeights } from './skeletonPoints.ts'

/*
 * What peers are answered. Silence is the only negative answer of the protocol: what is not there, or was asked
 * for in a way that nobody should, is not answered, and never with an empty list, on which the reference node
 * fails.
 */

/** Undefined stands for silence. */
export function answerTo(request: Request, chain: ServedChain): Response | undefined {
  switch (request.kind) {
    case 'block-hash-request':
      return blockHash(request.height, chain)
    case 'headers-request':
      return headers(request.hash, request.count, chain)
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
      // The Hello does not offer snapshots, so nobody should ask for them.
      return undefined
  }
}

/** The answer to `get-block`. */
export const blockMessage = (hash: Hash, chain: ServedChain): PushMessage | undefined =>
  answered(chain.block(hash), (block) => ({ kind: 'block', block: encodeBlock(block) }))

const answered = <Found, Answer>(
  found: Found | undefined,
  answer: (found: Found) => Answer,
): Answer | undefined => (found === undefined ? undefined : answer(found))

/** The reference node asks for height 0, although it does not answer for it. */
const blockHash = (height: number, chain: ServedChain): Response | undefined =>
  answered(chain.select(height), ({ header }) => ({ kind: 'block-hash-response', hash: header.hash }))

function headers(hash: Hash, count: number, chain: ServedChain): Response | undefined {
  if (count > maximumHeaders) return undefined
  const found: Uint8Array[] = []
  let block = count > 0 ? chain.block(hash) : undefined
  while (block !== undefined) {
    found.push(encodeCompressedHeader(block.header))
    const { number, parentHash } = block.header
    block = found.length < count && number > 0 ? chain.block(parentHash) : undefined
  }
  return found.length === 0 ? undefined : { kind: 'headers-response', headers: found }
}

/** The reference node punishes for a skeleton of a single point, which would tell nothing new anyway. */
function skeleton(start: number, chain: ServedChain): Response | undefined {
  const best = chain.head.header.number
  if (start > best) return undefined
  const points = skeletonHeights(start, best).flatMap((height) => identifierOf(chain.select(height)))
  return points.length < 2 ? undefined : { kind: 'skeleton-response', points }
}

const identifierOf = (block: Block | undefined): BlockIdentifier[] =>
  block === undefined ? [] : [{ hash: block.header.hash, number: block.header.number }]
