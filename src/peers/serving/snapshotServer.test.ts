import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { complete } from '../../primitives/work/steps.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { chunkBytes, layoutSize } from '../../trie/chunk.ts'
import { proveChunk } from '../../trie/chunkProof.ts'
import { MemoryStore } from '../../trie/memoryStore.cases.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import type { EncodedChainPart, RequestOf, ResponseOf } from '../messages/message.ts'
import { decodeStateChunk } from '../messages/stateChunk.ts'
import { type SnapshotRequest, SnapshotServer } from './snapshotServer.ts'

const factory = new BlockFactory()
const blocks = factory.branch(factory.genesis, 420, 1)
const chain = factory.chainWith(blocks)
const spacing = { interval: 10, depth: 5 }

type Answer<K extends SnapshotRequest['kind']> = ResponseOf<K> | undefined

const answer = <K extends SnapshotRequest['kind']>(
  request: RequestOf<K> & SnapshotRequest,
  server = new SnapshotServer(chain, spacing),
): Answer<K> => complete(server.answer(request)) as Answer<K>

const status = (server?: SnapshotServer) => answer({ kind: 'snap-status-request' }, server)!

const numbersOf = (part: EncodedChainPart | undefined): number[] | undefined =>
  part?.blocks.map((block) => decodeBlock(block, regtest).header.number)

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('a snapshot of the genesis block of the local network', () => {
  const server = new SnapshotServer(factory.chainWith([]))

  it('has the size and the nodes that the reference node sends', () => {
    const { stateBytes, totalDifficulties, ...part } = status(server)
    expect(stateBytes).toBe(2897)
    expect(totalDifficulties).toEqual([1n])
    expect(numbersOf({ totalDifficulties, ...part })).toEqual([0])
    const request = { kind: 'snap-state-chunk-request', blockNumber: 0, from: 0, chunkSize: 50 } as const
    const { chunk, ...rest } = answer(request, server)!
    expect(rest).toEqual({
      kind: 'snap-state-chunk-response',
      blockNumber: 0,
      from: 0,
      to: 51_200,
      isComplete: true,
    })
    expect(decodeStateChunk(chunk).nodes).toHaveLength(51)
  })
})

describe('the status of a snapshot', () => {
  it('names a block far enough below the best one, with the blocks below it', () => {
    expect(numbersOf(status())).toEqual(range(15, 415))
    expect(numbersOf(status(new SnapshotServer(chain, { interval: 50, depth: 60 })))).toEqual(range(0, 340))
    expect(numbersOf(status(new SnapshotServer(chain)))).toEqual([0])
  })

  it('contains the total difficulties and the size of the state', () => {
    const { totalDifficulties, stateBytes } = status()
    expect(totalDifficulties).toEqual(range(16, 416).map(BigInt))
    expect(stateBytes).toBe(layoutSize(chain.wholeState(415)!))
  })

  it('is computed once per block', () => {
    const server = new SnapshotServer(chain, spacing)
    expect(status(server)).toBe(status(server))
  })

  it('is not sent without the state', () => {
    const pruned = {
      head: chain.head,
      block: chain.block.bind(chain),
      select: chain.select.bind(chain),
      totalDifficulty: chain.totalDifficulty.bind(chain),
      wholeState(): never {
        throw new MissingNode('node', chain.head.hash)
      },
    }
    expect(answer({ kind: 'snap-status-request' }, new SnapshotServer(pruned, spacing))).toBeUndefined()
  })
})

describe('blocks of a snapshot', () => {
  const below = (blockNumber: number) => answer({ kind: 'snap-blocks-request', blockNumber })

  it('are up to 400, down to block 1', () => {
    expect(numbersOf(below(420))).toEqual(range(20, 419))
    expect(numbersOf(below(20))).toEqual(range(1, 19))
    expect(below(20)?.totalDifficulties).toEqual(range(2, 20).map(BigInt))
  })

  it.each([0, 1, 421])('are not sent below %i', (blockNumber) => {
    expect(below(blockNumber)).toBeUndefined()
  })
})

describe('chunks of a snapshot', () => {
  const ask = (blockNumber: number, from: number) =>
    answer({ kind: 'snap-state-chunk-request', blockNumber, from, chunkSize: 50 })

  it('prove the nodes of the state', () => {
    const { chunk } = ask(415, 0)!
    const received = new MemoryStore()
    const root = chain.select(415)!.header.stateRoot
    const proven = complete(proveChunk(decodeStateChunk(chunk), root, 0, chunkBytes))
    proven.save(received)
    expect(received.nodes.size).toBe(proven.nodes)
    expect(proven.stateBytes).toBe(layoutSize(chain.wholeState(415)!))
  })

  it('are not sent for an unknown block or beyond the end', () => {
    expect(ask(421, 0)).toBeUndefined()
    expect(ask(415, 1 << 30)).toBeUndefined()
    expect(ask(415, Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })
})
