import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../transport/transportWorld.cases.ts'
import { Discovery, type DiscoveryParts } from './discovery.ts'
import { networkId, numberedIdentity } from './discoveryWorld.cases.ts'

const running: Discovery[] = []
afterEach(() => Promise.all(running.splice(0).map((discovery) => discovery.stop())))

async function start(number: number, options: Partial<DiscoveryParts> = {}): Promise<Discovery> {
  const discovery = new Discovery({
    identity: numberedIdentity(number),
    networkId,
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    bootNodes: [],
    isBanned: () => false,
    onNode: () => undefined,
    onProblem: () => undefined,
    ...options,
  })
  await discovery.start()
  running.push(discovery)
  return discovery
}

describe('discovery over UDP', () => {
  it('lets five nodes on one machine find each other through the host name of one', async () => {
    const met = vi.fn()
    const first = await start(1, { onNode: met })
    const bootNodes = [{ host: 'boot.example', port: first.port }]
    const resolve = async () => ['127.0.0.1']
    const others = await Promise.all([2, 3, 4, 5].map((number) => start(number, { bootNodes, resolve })))
    await eventually(() => {
      for (const discovery of [first, ...others]) expect(discovery.nodes()).toHaveLength(4)
    })
    expect(met).toHaveBeenCalledTimes(4)
    expect(
      first
        .nodes()
        .map(({ port }) => port)
        .sort(),
    ).toEqual(others.map(({ port }) => port).sort())
  })

  it('works between IPv6 and IPv4 sockets', async () => {
    const first = await start(1)
    const second = await start(2, { host: '::', bootNodes: [{ host: '127.0.0.1', port: first.port }] })
    await eventually(() => expect(second.nodes()).toMatchObject([{ host: '127.0.0.1', port: first.port }]))
    await eventually(() => expect(first.nodes()).toMatchObject([{ host: '127.0.0.1', port: second.port }]))
  })

  it('reports a boot node that cannot be resolved, and continues with the others', async () => {
    const problems: string[] = []
    const resolve = async () => {
      throw new Error('no such name')
    }
    await start(1, {
      bootNodes: [{ host: 'nowhere.example', port: 1 }],
      resolve,
      onProblem: (problem) => problems.push(problem),
    })
    await eventually(() => expect(problems).toEqual(['boot node nowhere.example: no such name']))
  })

  it('rejects when its port is taken', async () => {
    const first = await start(1)
    await expect(start(2, { port: first.port })).rejects.toThrow('EADDRINUSE')
  })

  it('can be stopped and started again', async () => {
    const discovery = await start(1)
    await discovery.stop()
    await discovery.stop()
    expect(discovery.nodes()).toEqual([])
    await discovery.start()
    expect(discovery.port).toBeGreaterThan(0)
  })
})
