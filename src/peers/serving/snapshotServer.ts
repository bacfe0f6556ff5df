import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import { type Block, encodeBlock } from '../../protocol/block.ts'
import { chunkBytes, layoutSize, readChunk } from '../../trie/chunk.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import type { Trie } from '../../trie/trie.ts'
import type { EncodedChainPart, RequestOf, ResponseOf } from '../messages/message.ts'
import { maximumHeaders, maximumSkeletonChunks } from '../messages/messageLimits.ts'
import { encodeStateChunk } from '../messages/stateChunk.ts'

/** The part of a chain's interface that serves peers. */
export interface ServedChain {
  readonly head: Block
  /** A block of any branch. */
  block(hash: Hash): Block | undefined
  /** A block of the canonical chain. */
  select(height: number): Block | undefined
}

/** The part of a chain's interface that serves snapshots. */
export interface SnapshotChain extends ServedChain {
  totalDifficulty(hash: Hash): bigint | undefined
  /** The state after a canonical block, for reading all of it; throws `MissingNode` when it was pruned. */
  wholeState(height: number): Trie | undefined
}

/** Which blocks are offered as snapshots: multiples of `interval`, less `depth`. */
export interface SnapshotSpacing {
  readonly interval: number
  readonly depth: number
}

/** A snapshot stays the same for 5,000 blocks, and its block is deeper than any skeleton reaches. */
export const usualSpacing: SnapshotSpacing = {
  interval: 5_000,
  depth: maximumHeaders * maximumSkeletonChunks,
}

/** Maximum number of blocks in an answer, as in the reference node. */
const maximumBlocks = 400
/** Maximum size of the blocks in an answer, unless it has a single one. Requesters continue from the lowest block. */
const maximumBytes = 1 << 20

export type SnapshotRequest = RequestOf<
  'snap-status-request' | 'snap-blocks-request' | 'snap-state-chunk-request'
>
type SnapshotResponse = ResponseOf<SnapshotRequest['kind']>
type StatusResponse = ResponseOf<'snap-status-request'>

export const isSnapshotRequest = (request: { readonly kind: string }): request is SnapshotRequest =>
  request.kind.startsWith('snap-')

/** Answers requests for the state of a recent block, its chunks, and the blocks below it. */
export class SnapshotServer {
  readonly #chain: SnapshotChain
  readonly #spacing: SnapshotSpacing
  /** The newest status and its block. It is the same for all requesters until the next snapshot. */
  #status: { readonly hash: Hash; readonly response: StatusResponse } | undefined

  constructor(chain: SnapshotChain, spacing: SnapshotSpacing = usualSpacing) {
    this.#chain = chain
    this.#spacing = spacing
  }

  /** Undefined when the request is not answered. */
  *answer(request: SnapshotRequest): Steps<SnapshotResponse | undefined> {
    try {
      return yield* this.#answer(request)
    } catch (error) {
      if (error instanceof MissingNode) return undefined
      throw error
    }
  }

  *#answer(request: SnapshotRequest): Steps<SnapshotResponse | undefined> {
    switch (request.kind) {
      case 'snap-status-request':
        return yield* this.#statusAt(this.#snapshotBlock())
      case 'snap-blocks-request':
        return yield* this.#blocksBelow(request.blockNumber)
      case 'snap-state-chunk-request':
        return yield* this.#chunk(request)
    }
  }

  #snapshotBlock(): Block | undefined {
    const { interval, depth } = this.#spacing
    const best = this.#chain.head.header.number
    return this.#chain.select(Math.max(0, best - (best % interval) - depth))
  }

  *#statusAt(block: Block | undefined): Steps<StatusResponse | undefined> {
    if (block === undefined) return undefined
    const { hash, number } = block.header
    if (this.#status !== undefined && equalBytes(this.#status.hash, hash)) return this.#status.response
    const state = this.#chain.wholeState(number)
    if (state === undefined) return undefined
    const response: StatusResponse = {
      kind: 'snap-status-response',
      ...(yield* this.#chainPart(block, Math.max(0, number - maximumBlocks))),
      stateBytes: layoutSize(state),
    }
    this.#status = { hash, response }
    return response
  }

  *#blocksBelow(number: number): Steps<SnapshotResponse | undefined> {
    if (number < 2 || number > this.#chain.head.header.number) return undefined
    const block = this.#chain.select(number - 1)
    if (block === undefined) return undefined
    const lowest = Math.max(1, number - maximumBlocks)
    return { kind: 'snap-blocks-response', ...(yield* this.#chainPart(block, lowest)) }
  }

  /** Blocks up to `last`, oldest first. Takes one step per block. */
  *#chainPart(last: Block, lowest: number): Steps<EncodedChainPart> {
    const blocks: Uint8Array[] = []
    const totalDifficulties: bigint[] = []
    let bytes = 0
    let block: Block | undefined = last
    while (block !== undefined && block.header.number >= lowest) {
      const encoded = encodeBlock(block)
      bytes += encoded.length
      if (bytes > maximumBytes && blocks.length > 0) break
      blocks.push(encoded)
      totalDifficulties.push(this.#chain.totalDifficulty(block.header.hash)!)
      block = block.header.number === 0 ? undefined : this.#chain.block(block.header.parentHash)
      yield
    }
    return { blocks: blocks.reverse(), totalDifficulties: totalDifficulties.reverse() }
  }

  /** Ignores the requested size, as the reference node does. */
  *#chunk({
    blockNumber,
    from,
  }: RequestOf<'snap-state-chunk-request'>): Steps<ResponseOf<'snap-state-chunk-request'> | undefined> {
    const state = this.#chain.wholeState(blockNumber)
    const to = from + chunkBytes
    const chunk = state && (yield* readChunk(state, from, to))
    if (chunk === undefined) return undefined
    const isComplete = chunk.after.length === 0
    return {
      kind: 'snap-state-chunk-response',
      chunk: encodeStateChunk(chunk),
      blockNumber,
      from,
      to,
      isComplete,
    }
  }
}
