import { describe, expect, it } from 'vitest'
import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { asHash } from '../../primitives/bytes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { targetOf } from '../../protocol/mergedMining/proofOfWork.ts'
import { MiningWorld } from '../miningWorld.cases.ts'
import { proofWithNonce } from '../proof/localProof.ts'
import { UncleCandidates } from './uncleCandidates.ts'

/** Mines the next block several times. The first one is the best; returns the others. */
function race(world: MiningWorld, losers: number): BlockHeader[] {
  const { assembler, chain, uncles } = world
  const { block } = assembler.assemble()
  const hash = assembler.hashToMine(block)
  const headers: BlockHeader[] = []
  for (let nonce = 0; headers.length <= losers; nonce++) {
    const proof = proofWithNonce(hash, block.header.timestamp, nonce)
    if (new BitcoinHeader(proof.header).hashNumber > targetOf(block.header.difficulty)) continue
    const mined = assembler.seal(block, proof)
    chain.import(mined)
    headers.push(mined.header)
  }
  const lost = headers.slice(1)
  for (const header of lost) uncles.add(header)
  return lost
}

const hashes = (headers: readonly BlockHeader[]) => headers.map(({ hash }) => hash)

describe('the uncles of a mined block', () => {
  it('are the blocks that lost a race and were not included yet, and pass every rule', () => {
    const world = new MiningWorld()
    const lost = race(world, 3)
    const miner = world.miner()
    const block = miner.mine()
    expect(hashes(block.uncles)).toEqual(hashes(lost))
    expect(world.chain.head.hash).toEqual(block.header.hash)
    expect(miner.mine().uncles).toEqual([])
  })

  it('are at most ten, and the rest follow in the next block', () => {
    const world = new MiningWorld()
    const lost = race(world, 14)
    const miner = world.miner()
    const blocks = [miner.mine(), miner.mine()]
    expect(blocks.map(({ uncles }) => uncles.length)).toEqual([10, 4])
    expect(hashes(blocks.flatMap(({ uncles }) => uncles))).toEqual(hashes(lost))
  })

  it.each([
    [5, true],
    [6, false],
  ])('include a lost block after %i more blocks: %s', (generations, isIncluded) => {
    const world = new MiningWorld()
    world.miner().mineMany(3)
    const kept = new UncleCandidates()
    for (const header of race(world, 1)) kept.add(header)
    world.uncles.clear()
    world.miner().mineMany(generations)
    expect(kept.choose(world.chain.head, world.seen)).toHaveLength(isIncluded ? 1 : 0)
    for (const header of kept.choose(world.chain.head, world.seen)) world.uncles.add(header)
    expect(world.miner().mine().uncles).toHaveLength(isIncluded ? 1 : 0)
  })

  it('exclude ancestors, blocks with unknown parents and blocks older than their parents', () => {
    const world = new MiningWorld()
    const miner = world.miner()
    const [ancestor] = miner.mineMany(2)
    const [lost] = race(world, 1)
    const uncles = new UncleCandidates()
    uncles.add(ancestor!.header)
    uncles.add({ ...lost!, parentHash: lost!.hash, hash: ancestor!.header.stateRoot })
    uncles.add({ ...lost!, timestamp: 0, hash: ancestor!.header.receiptsRoot })
    expect(uncles.choose(world.chain.head, world.seen)).toEqual([])
    uncles.add(lost!)
    expect(uncles.choose(world.chain.head, world.seen)).toEqual([lost])
  })

  it('are blocks of an abandoned branch', () => {
    const world = new MiningWorld()
    const rival = new MiningWorld({ settings: { extraData: Uint8Array.of(1) } })
    const left = world.miner().mine()
    const adopted = rival.miner().mineMany(2)
    for (const block of adopted) world.chain.import(block)
    expect(hashes(world.miner().mine().uncles)).toEqual([left.header.hash])
  })

  it('are chosen from the latest 256 candidates', () => {
    const world = new MiningWorld()
    const [lost] = race(world, 1)
    const uncles = new UncleCandidates()
    uncles.add(lost!)
    for (let mark = 0; mark < 256; mark++) {
      const hash = asHash(lost!.hash.slice())
      hash[0] = mark
      hash[1] = 0
      uncles.add({ ...lost!, hash, parentHash: hash })
    }
    expect(uncles.choose(world.chain.head, world.seen)).toEqual([])
  })
})
