import { expect, it, onTestFinished, vi } from 'vitest'
import { fleetSecret, openScriptedNodes } from '../gatewayWorld.cases.ts'
import { GatewayNode } from '../nodes/gatewayNode.ts'
import { NodeSet } from '../nodes/nodeSet.ts'
import { ChainFollower } from './chainFollower.ts'

const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const blockOf = (number: number) => ({ head: { number: `0x${number}`, hash: hashOf(number) }, logs: [] })

it('a follower asks again after an announcement has failed', async () => {
  const [scripted] = await openScriptedNodes({
    fleet_changesSince: () => ({
      ancestor: 1,
      left: [],
      past: [blockOf(1), blockOf(0)],
      joined: [blockOf(2)],
    }),
  })
  const node = new GatewayNode(scripted!.url, 0, fleetSecret, 1 << 20)
  onTestFinished(() => node.close())
  const status = { isSyncing: false, sharesFilters: false, writerAnswers: true }
  node.reported({ number: 1, hash: hashOf(1), ...status })
  const nodes = new NodeSet([node])
  const failures: unknown[] = []
  const joined: number[] = []
  const follower = new ChainFollower(nodes, {
    announce: () => (failures.length === 0 ? Promise.reject(new Error('away')) : undefined),
    joined: ({ number }) => joined.push(number),
    left: () => {},
    lost: () => {},
    failed: (error) => failures.push(error),
    wantsLogs: true,
  })
  onTestFinished(() => follower.close())
  await vi.waitUntil(() => joined.length > 0, 20_000)
  expect(failures).toEqual([new Error('away')])
  expect(joined[0]).toBe(2)
})
