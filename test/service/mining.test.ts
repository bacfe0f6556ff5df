import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openService, type ServiceWorld } from './serviceWorld.ts'

/* Mining methods of the specification. */

let world: ServiceWorld
beforeAll(async () => {
  world = await openService()
})
afterAll(() => world.close())

type Work = readonly [hash: string, seed: string, boundary: string]

describe('eth_getWork', () => {
  it('answers the hash to work on, a seed and the target', async () => {
    const [hash, seed, boundary] = await world.result<Work>('eth_getWork')
    const { blockHashForMergedMining, target } = await world.result<{
      blockHashForMergedMining: string
      target: string
    }>('mnr_getWork')
    expect([hash, boundary]).toEqual([blockHashForMergedMining, target])
    expect(seed).toBe(`0x${'0'.repeat(64)}`)
  })
})

describe('eth_submitWork', () => {
  const nonceText = (nonce: number): string => `0x${nonce.toString(16).padStart(16, '0')}`

  it('is true for a valid solution, whose block joins the chain', async () => {
    const [hash] = await world.result<Work>('eth_getWork')
    const mix = `0x${'0'.repeat(64)}`
    // On a local chain one in three nonces solves a block.
    let nonce = 0
    while (!(await world.result('eth_submitWork', [nonceText(nonce), hash, mix]))) {
      expect(await world.result('eth_blockNumber')).toBe('0x0')
      nonce++
    }
    expect(await world.result('eth_blockNumber')).toBe('0x1')
  })

  it('is false for unknown work', async () => {
    const unknown = `0x${'12'.repeat(32)}`
    expect(await world.result('eth_submitWork', [nonceText(1), unknown, unknown])).toBe(false)
  })
})

describe('eth_submitHashrate', () => {
  it('is true, and adds to the hash rate', async () => {
    const rate = `0x${'7'.padStart(64, '0')}`
    expect(await world.result('eth_submitHashrate', [rate, `0x${'12'.repeat(32)}`])).toBe(true)
    const total = await world.result<string>('eth_hashrate')
    expect(BigInt(total)).toBeGreaterThanOrEqual(7n)
  })
})
