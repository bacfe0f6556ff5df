import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../../answering/rpcWorld.cases.ts'

const unknown = `0x${'12'.repeat(32)}`

describe('eth_getHeaderByNumber and eth_getHeaderByHash', () => {
  it('answer the members of the block that its header has', async () => {
    const world = await openWorld()
    await world.text('eth_sendTransaction', { from: cow, to: cow1, value: '0x1' })
    const block = Object(await world.result('eth_getBlockByNumber', '0x1', false))
    const { totalDifficulty, size, transactions, uncles, cumulativeDifficulty, ...header } = block
    expect(await world.result('eth_getHeaderByNumber', '0x1')).toEqual(header)
    expect(await world.result('eth_getHeaderByHash', block.hash)).toEqual(header)
  })

  it('answer null for an unknown block', async () => {
    const world = await openWorld()
    expect(await world.result('eth_getHeaderByNumber', '0x63')).toBeNull()
    expect(await world.result('eth_getHeaderByHash', unknown)).toBeNull()
  })
})

describe('eth_getRawTransactionByBlockHashAndIndex and ByBlockNumberAndIndex', () => {
  it('answer the bytes of the transaction at a position, or null', async () => {
    const world = await openWorld()
    const hash = await world.text('eth_sendTransaction', { from: cow, to: cow1, value: '0x1' })
    const raw = await world.text('debug_getRawTransaction', hash)
    const { blockHash } = Object(await world.result('eth_getTransactionByHash', hash))
    expect(await world.result('eth_getRawTransactionByBlockNumberAndIndex', '0x1', '0x0')).toBe(raw)
    expect(await world.result('eth_getRawTransactionByBlockHashAndIndex', blockHash, '0x0')).toBe(raw)
    expect(await world.result('eth_getRawTransactionByBlockNumberAndIndex', '0x1', '0x9')).toBeNull()
    expect(await world.result('eth_getRawTransactionByBlockHashAndIndex', unknown, '0x0')).toBeNull()
  })
})
