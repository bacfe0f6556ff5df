import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { alice, transactionOf } from '../../src/mining/miningWorld.cases.ts'
import type { Node } from '../../src/node/node.ts'
import { parseEnode } from '../../src/peers/identity/enode.ts'
import { asAddress } from '../../src/primitives/bytes.ts'
import { InterruptibleProxy } from './interruptibleProxy.ts'
import { agree, enodeOf, eventually, headOf, mine, PeerNodes } from './peerNodes.ts'

const world = new PeerNodes()
const proxies: InterruptibleProxy[] = []

afterEach(() => {
  world.closeAll()
  for (const proxy of proxies.splice(0)) proxy.close()
  expect(world.errors.splice(0)).toEqual([])
})

/** An enode that reaches a node through a proxy. */
async function proxyTo(node: Node): Promise<{ proxy: InterruptibleProxy; enode: string }> {
  const { port } = parseEnode(enodeOf(node))
  const proxy = await InterruptibleProxy.to(port)
  proxies.push(proxy)
  return { proxy, enode: enodeOf(node).replace(/:\d+$/, `:${proxy.port}`) }
}

describe('nodes of one network', () => {
  it('adopt the chain of a miner and its new blocks', async () => {
    const miner = await world.open()
    mine(miner, 120)
    const followers = await Promise.all([1, 2, 3, 4].map(() => world.open([miner])))
    await agree(miner, ...followers)
    mine(miner, 3)
    await agree(miner, ...followers)
    expect(miner.chain.head.number).toBe(123)
    await eventually(() => followers.map((node) => node.peers!.syncStatus)).toEqual(
      followers.map(() => undefined),
    )
  })

  it('relay blocks and transactions to nodes that are not connected to the miner', async () => {
    const miner = await world.open()
    const middle = await world.open([miner])
    const end = await world.open([middle])
    await eventually(() => middle.peers!.connected.length).toBe(2)
    const transaction = transactionOf({ from: alice })
    end.submit(transaction)
    await eventually(() => miner.pool.pendingCount).toBe(1)
    mine(miner, 1)
    await agree(miner, middle, end)
    expect(end.chain.transaction(transaction.hash)?.block.number).toBe(1)
    expect(end.pool.pendingCount).toBe(0)
  })

  it('receive transactions that were submitted before they were connected', async () => {
    const node = await world.open()
    node.submit(transactionOf({ from: alice }))
    const miner = await world.open([node])
    await eventually(() => miner.pool.pendingCount).toBe(1)
  })

  it('agree on the branch with the most work after a separation', async () => {
    const a = await world.open()
    const { proxy, enode } = await proxyTo(a)
    const b = await world.open([], {
      coinbase: asAddress(new Uint8Array(20).fill(7)),
      peering: { staticPeers: [enode] },
    })
    mine(a, 3)
    await agree(a, b)
    proxy.interrupt()
    await eventually(() => a.peers!.connected.length).toBe(0)
    mine(a, 4)
    mine(b, 30)
    expect(headOf(a)).not.toBe(headOf(b))
    const abandoned: number[] = []
    a.chain.on('reorg', (reorganisation) => abandoned.push(reorganisation.abandoned.length))
    proxy.restore()
    await agree(b, a)
    expect(abandoned).toEqual([4])
    expect(a.chain.head.number).toBe(33)
  })

  it('include blocks of the abandoned branch as uncles', async () => {
    const a = await world.open()
    const { proxy, enode } = await proxyTo(a)
    const b = await world.open([], {
      coinbase: asAddress(new Uint8Array(20).fill(7)),
      peering: { staticPeers: [enode] },
    })
    mine(a, 1)
    await agree(a, b)
    proxy.interrupt()
    await eventually(() => a.peers!.connected.length).toBe(0)
    mine(a, 1)
    mine(b, 2)
    proxy.restore()
    await agree(b, a)
    expect(a.local!.mine().uncles).toHaveLength(1)
  })

  it('find each other through a common boot node', async () => {
    const boot = await world.open([], { peering: { discovery: true } })
    const { port } = parseEnode(enodeOf(boot))
    const peering = { discovery: true, bootNodes: [`127.0.0.1:${port}`] }
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => world.open([], { peering })))
    await eventually(() => [boot, ...others].map(({ peers }) => peers!.connected.length)).toEqual(
      Array.from({ length: 6 }, () => 5),
    )
  })

  it('log when a peer connects and why it leaves', async () => {
    const events: (readonly [string, Readonly<Record<string, string | number>>])[] = []
    const a = await world.open([], { onDebug: (event, facts) => events.push([event, facts]) })
    mine(a, 2)
    const b = await world.open([a])
    await agree(a, b)
    const { id } = parseEnode(enodeOf(b))
    const peer = Buffer.from(id).toString('hex')
    b.close()
    await eventually(() => a.peers!.connected.length).toBe(0)
    expect(events).toMatchObject([
      [
        'peer-connected',
        { peer, direction: 'inbound', client: expect.stringContaining('Cambium/'), best: 0 },
      ],
      ['peer-disconnected', { peer, by: 'remote', reason: 'quitting' }],
    ])
  })

  it('connect to the peers of their last run', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-peers-'))
    const a = await world.open()
    const b = await world.open([], { dataFolder, peering: { staticPeers: [enodeOf(a)] } })
    await eventually(() => b.peers!.connected.length).toBe(1)
    const { id } = parseEnode(enodeOf(b))
    b.close()
    const again = await world.open([], { dataFolder })
    expect(parseEnode(enodeOf(again)).id).toEqual(id)
    await eventually(() => again.peers!.connected.map(({ host }) => host)).toEqual(['127.0.0.1'])
    again.close()
    rmSync(dataFolder, { recursive: true })
  })
})
