import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../answering/rpcWorld.cases.ts'
import { toHex } from '../../../primitives/hex.ts'

const whole = { disabled: false, oldestBlock: '0x0' }

describe('eth_capabilities', () => {
  it('shows that an archive has everything from the genesis block on', async () => {
    const world = await openWorld()
    await world.result('evm_mine')
    expect(await world.result('eth_capabilities')).toEqual({
      head: { number: '0x1', hash: toHex(world.node.chain.head.hash) },
      state: whole,
      tx: whole,
      logs: whole,
      receipts: whole,
      blocks: whole,
      stateproofs: whole,
    })
  })

  it('shows the oldest state of a pruned node and how many it keeps', async () => {
    const world = await openWorld({ node: { history: 3 } })
    for (let block = 0; block < 12; block++) await world.result('evm_mine')
    await expect.poll(() => world.node.chain.oldestState).toBeGreaterThan(0)
    const { oldestState } = world.node.chain
    const oldestBlock = `0x${oldestState.toString(16)}`
    const pruned = {
      disabled: false,
      oldestBlock,
      deleteStrategy: { type: 'window', retentionBlocks: 3 },
    }
    expect(await world.result('eth_capabilities')).toMatchObject({
      state: pruned,
      stateproofs: pruned,
      tx: whole,
      logs: whole,
      receipts: whole,
      blocks: whole,
    })
    const account = `0x${'11'.repeat(20)}`
    expect(await world.text('eth_getBalance', account, oldestBlock)).toBe('0x0')
    expect(await world.error('eth_getBalance', account, `0x${(oldestState - 1).toString(16)}`)).toMatchObject(
      { message: expect.stringContaining('is pruned') },
    )
  })

  it('shows what the operator has disabled', async () => {
    const world = await openWorld({ disabled: ['eth_getLogs', 'eth_getProof'] })
    expect(await world.result('eth_capabilities')).toMatchObject({
      logs: { disabled: true },
      stateproofs: { disabled: true },
      receipts: whole,
    })
  })
})
