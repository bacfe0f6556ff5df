import { expect, it } from 'vitest'
import { createNode } from '../../src/index.ts'
import { buildCambium } from '../processes/cliProcess.ts'
import { ask, startCommand, stop } from '../processes/nodeProcess.ts'

it('erigon_getLatestLogs of a fork searches its own blocks, and refuses a range below them', async () => {
  buildCambium()
  const { announced, running } = await startCommand('dev', ['--port', '0'])
  const { url } = announced.networks[0]!
  await ask(url, 'evm_mine')
  const fork = await createNode({ fork: { url } })
  const latest = (filter: object): Promise<unknown> =>
    fork.request({ method: 'erigon_getLatestLogs', params: [filter] })
  fork.mine(2)
  expect(await latest({})).toEqual([])
  expect(await latest({ fromBlock: '0x2' })).toEqual([])
  await expect(latest({ fromBlock: '0x1' })).rejects.toThrow('fromBlock must be 2 or more')
  await fork.close()
  await stop(running)
})
