import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { complete } from '../../primitives/work/steps.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { joinBlock } from '../messages/blockParts.ts'
import { decodeCompressedHeader } from '../messages/compressedHeader.ts'
import type { Response } from '../messages/message.ts'
import { answerTo as answerInSteps, blockMessage, skeletonHeights } from './answers.ts'
import { ListedChain } from './listedChain.cases.ts'

const answerTo = (...asked: Parameters<typeof answerInSteps>): Response | undefined =>
  complete(answerInSteps(...asked))

const chain = new ListedChain(420)
const hashOf = (number: number) => chain.blocks[number]!.header.hash
const unknown = asHash(new Uint8Array(32).fill(9))

const numbersOf = (response: Response | undefined): number[] => {
  if (response?.kind === 'headers-response')
    return response.headers.map((header) => decodeCompressedHeader(header, regtest).header.number)
  return response?.kind === 'skeleton-response' ? response.points.map(({ number }) => number) : []
}

describe('a request for the hash at a height', () => {
  it.each([0, 1, 420])('is answered for %i', (height) => {
    expect(answerTo({ kind: 'block-hash-request', height }, chain)).toEqual({
      kind: 'block-hash-response',
      hash: hashOf(height),
    })
  })

  it('is not answered above the best block', () => {
    expect(answerTo({ kind: 'block-hash-request', height: 421 }, chain)).toBeUndefined()
  })
})

describe('a request for headers', () => {
  const ask = (hash = hashOf(10), count = 3) => answerTo({ kind: 'headers-request', hash, count }, chain)

  it('is answered from the hash through its ancestors', () => {
    expect(numbersOf(ask())).toEqual([10, 9, 8])
  })

  it('is answered down to the genesis block at most', () => {
    expect(numbersOf(ask(hashOf(2), 50))).toEqual([2, 1, 0])
  })

  it('is answered for 192 headers but not for more', () => {
    expect(numbersOf(ask(hashOf(400), 192))).toHaveLength(192)
    expect(ask(hashOf(400), 193)).toBeUndefined()
  })

  it('is not answered for zero headers or an unknown hash', () => {
    expect(ask(hashOf(10), 0)).toBeUndefined()
    expect(ask(unknown, 5)).toBeUndefined()
  })

  it('is answered for blocks beside the canonical chain', () => {
    const branched = new ListedChain(5)
    branched.side.push(branched.next(4, { extraData: fromHex('aa') }))
    const { hash } = branched.side[0]!.header
    expect(numbersOf(answerTo({ kind: 'headers-request', hash, count: 2 }, branched))).toEqual([4, 3])
  })
})

describe('a request for a block', () => {
  it.each(['block-request', 'body-request'] as const)('as %s is not answered for an unknown hash', (kind) => {
    expect(answerTo({ kind, hash: unknown }, chain)).toBeUndefined()
    expect(blockMessage(unknown, chain)).toBeUndefined()
  })

  it('is answered with the block, its body, or a block message without an id', () => {
    const recorded = recordedBlocks('uncles')
    const rlp = recorded
      .map((block) => block.rlp)
      .find((bytes) => decodeBlock(fromHex(bytes), regtest).uncles.length > 0)!
    const block = decodeBlock(fromHex(rlp), regtest)
    const { hash } = block.header
    const holder = new ListedChain(0)
    holder.side.push(block)
    const whole = answerTo({ kind: 'block-request', hash }, holder)
    expect(whole?.kind === 'block-response' && toHex(whole.block)).toBe(rlp)
    const pushed = blockMessage(hash, holder)
    expect(pushed?.kind === 'block' && toHex(pushed.block)).toBe(rlp)
    const body = answerTo({ kind: 'body-request', hash }, holder)
    const headers = answerTo({ kind: 'headers-request', hash, count: 1 }, holder)
    if (body?.kind !== 'body-response' || headers?.kind !== 'headers-response')
      throw new Error('unexpected answers')
    const compressed = decodeCompressedHeader(headers.headers[0]!, regtest)
    expect(joinBlock(compressed, body, regtest).header).toEqual(block.header)
  })
})

describe('a request for a skeleton', () => {
  const ask = (start: number, of = chain) => answerTo({ kind: 'skeleton-request', start }, of)

  it('is answered with the starts of chunks and the best block', () => {
    const answer = ask(0)
    expect(numbersOf(answer)).toEqual([0, 192, 384, 420])
    expect(answer?.kind === 'skeleton-response' && answer.points[1]).toEqual({
      hash: hashOf(192),
      number: 192,
    })
  })

  it('is answered from the chunk that contains the start', () => {
    expect(numbersOf(ask(200))).toEqual([192, 384, 420])
  })

  it('is not answered above the best block', () => {
    expect(ask(421)).toBeUndefined()
  })

  it('is not answered with a single point', () => {
    expect(ask(0, new ListedChain(0))).toBeUndefined()
    expect(ask(192, new ListedChain(192))).toBeUndefined()
  })

  it.each([
    [0, 192, [0, 192]],
    [0, 193, [0, 192, 193]],
    [383, 10_000, Array.from({ length: 21 }, (_, chunk) => 192 + 192 * chunk)],
    [0, 3840, Array.from({ length: 21 }, (_, chunk) => 192 * chunk)],
  ])('from %i of %i blocks reaches at most twenty chunks', (start, best, heights) => {
    expect(skeletonHeights(start, best)).toEqual(heights)
  })
})

describe('a request for a snapshot', () => {
  it.each([
    { kind: 'snap-status-request' },
    { kind: 'snap-blocks-request', blockNumber: 5 },
    { kind: 'snap-state-chunk-request', blockNumber: 5, from: 0, chunkSize: 50 },
  ] as const)('as $kind is not answered', (request) => {
    expect(answerTo(request, chain)).toBeUndefined()
  })
})
