import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { cow, openWorld } from '../../src/answering/rpcWorld.cases.ts'

describe('a node that keeps the states of the last blocks', () => {
  it('prunes while it answers, and names the setting for an older state', async () => {
    const world = await openWorld({ node: { history: 3 } })
    const balance = await world.text('eth_getBalance', cow, '0x1').catch(() => '')
    expect(balance).toBe('')
    for (let block = 0; block < 12; block++) await world.result('evm_mine')
    let error: { code: number; message: string } | undefined
    for (let attempt = 0; attempt < 200 && error === undefined; attempt++) {
      await pause(10)
      const response = await world.respond('eth_getBalance', cow, '0x1')
      if ('error' in response) error = response.error
    }
    expect(error).toMatchObject({
      code: -32000,
      message: expect.stringMatching(
        /^state of block 1 is pruned: this node keeps the last \d+ blocks \(its setting "history"\)/,
      ),
    })
    expect(await world.respond('debug_traceBlockByNumber', '0x2')).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('is pruned: this node keeps the last') },
    })
    expect(await world.text('eth_getBalance', cow, 'latest')).toMatch(/^0x/)
    expect(world.reported).toEqual([])
  })
})
