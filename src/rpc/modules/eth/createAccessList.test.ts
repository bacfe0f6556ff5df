import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../../answering/rpcWorld.cases.ts'

describe('eth_createAccessList', () => {
  it('answers an empty list with the gas of the call', async () => {
    const world = await openWorld()
    const answer = await world.result('eth_createAccessList', { from: cow, to: cow1, value: '0x1' }, 'latest')
    expect(answer).toEqual({ accessList: [], gasUsed: '0x5208' })
  })

  it('answers the error of a failed call beside the gas', async () => {
    const world = await openWorld({ errors: 'ethereum' })
    // PUSH1 0, PUSH1 0, REVERT.
    const answer = await world.result('eth_createAccessList', { from: cow, data: '0x60006000fd' })
    expect(answer).toEqual({
      accessList: [],
      gasUsed: expect.stringMatching(/^0x/),
      error: 'execution reverted',
    })
  })
})
