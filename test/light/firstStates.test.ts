import { expect, it } from 'vitest'
import { closeFull, LightWorld, serviceOver } from '../../src/answering/lightWorld.cases.ts'
import { openNode } from '../../src/node/openNode.ts'

const account = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'

it('refuses states whose root no proof leads to, and keeps asking the endpoint', async () => {
  const full = await openNode({ upgrades: { rules: { rskip126: 3 } }, mining: { kind: 'manual' } })
  const service = serviceOver(full)
  for (let count = 0; count < 4; count++) full.mining!.miner.mine()
  const light = await LightWorld.over([service], { network: full.network })
  for (const block of ['earliest', '0x2']) {
    const { error } = await light.answer('eth_getBalance', [account, block])
    expect(error).toMatchObject({ code: -32016, message: expect.stringMatching(/before RSKIP126/) })
  }
  expect(await light.answer('eth_getBalance', [account, '0x3'])).toMatchObject({ verified: 'proof' })
  expect(light.node.endpoints.states).toMatchObject([{ standing: 'good' }])
  light.close()
  closeFull(full, service)
})
