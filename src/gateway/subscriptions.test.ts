import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { isJsonObject, type Json } from '../rpc/json/json.ts'
import type { GatewayNetworkParts } from './gatewayNetwork.ts'
import { hashAt, openGateway, openScriptedNodes, ScriptedNode } from './gatewayWorld.cases.ts'

const address = `0x${'11'.repeat(20)}`
const topic = `0x${'22'.repeat(32)}`

/** A node whose chain is a letter for each height, the branch of its block; each block has one log. */
class FollowedNode extends ScriptedNode {
  #letters: string

  constructor(letters: string) {
    super({
      fleet_changesSince: ([known]) => this.#since(known),
    })
    this.#letters = letters
    this.#show()
  }

  become(letters: string): void {
    this.#letters = letters
    this.#show()
  }

  #show(): void {
    this.moveTo(this.#letters.length - 1, this.#letters.at(-1))
  }

  #block(number: number): Json {
    const hash = hashAt(number, this.#letters[number])
    const quantity = `0x${number.toString(16)}`
    return {
      head: { number: quantity, hash },
      logs: [
        {
          logIndex: '0x0',
          blockNumber: quantity,
          blockHash: hash,
          address,
          data: '0x',
          topics: [topic],
          removed: false,
        },
      ],
    }
  }

  #since(known: Json | undefined): Json {
    const own = Array.from(this.#letters, (letter, number) => hashAt(number, letter))
    const common = Array.isArray(known) ? known.find((hash) => own.includes(String(hash))) : undefined
    const ancestor = common === undefined ? null : own.indexOf(String(common))
    const blocks = own.map((_, number) => this.#block(number))
    const past = blocks.slice(0, (ancestor ?? own.length - 1) + 1).toReversed()
    return { ancestor, left: [], past, joined: ancestor === null ? [] : blocks.slice(ancestor + 1) }
  }
}

interface Log {
  readonly blockHash: string
  readonly removed: boolean
}

/** A subscriber to logs over WebSocket, which applies its notifications. */
async function subscriber(url: string, params: Json[]) {
  const socket = new WebSocket(url.replace('http', 'ws'))
  onTestFinished(() => socket.terminate())
  const told: Json[] = []
  const current: string[] = []
  const problems: string[] = []
  const id = await new Promise<string>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params })),
    )
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString())
      if (message.id === 1) resolve(message.result)
      else if (message.params !== undefined) {
        const { result } = message.params
        told.push(result)
        if (isJsonObject(result) && 'blockHash' in result) apply(message.params.result)
      }
    })
  })
  const apply = ({ blockHash, removed }: Log): void => {
    if (removed && current.pop() !== blockHash) problems.push(`${blockHash} was removed out of turn`)
    if (!removed && current.includes(blockHash)) problems.push(`${blockHash} was told twice`)
    if (!removed) current.push(blockHash)
  }
  return { socket, id, told, current, problems }
}

const hashesOf = (letters: string, from: number): string[] =>
  Array.from(letters, (letter, number) => hashAt(number, letter)).slice(from)

const openFollowed = (...chains: string[]) => openShared(undefined, ...chains)

async function openShared(heights: GatewayNetworkParts['heights'], ...chains: string[]) {
  const nodes = await Promise.all(chains.map((letters) => new FollowedNode(letters).listen()))
  const urls = nodes.map(({ url }) => url)
  const gateway = await openGateway(urls, urls.length, { heights })
  return { nodes, ...gateway }
}

describe('a subscription at a gateway', () => {
  it('delivers each log and each removal once, across failures of nodes and reorganisations', async () => {
    const { nodes, url } = await openFollowed('aaa', 'aaa')
    const [first, second] = nodes
    const { current, problems, told } = await subscriber(url, ['logs', { address }])
    first!.become('aaaaa')
    await vi.waitUntil(() => current.length === 2, 20_000)
    second!.become('aaaa')
    // The branch b is known to the first node only.
    first!.become('aaaabb')
    await vi.waitUntil(() => current.at(-1) === hashAt(5, 'b'), 20_000)
    await first!.close()
    second!.become('aaaaccc')
    await vi.waitUntil(() => current.at(-1) === hashAt(6, 'c'), { timeout: 60_000 })
    expect(problems).toEqual([])
    expect(current).toEqual(hashesOf('aaaaccc', 3))
    expect(told.filter((log) => isJsonObject(log) && log['removed'] === true)).toHaveLength(3)
  })

  it('does not alternate between nodes on two branches of one height', async () => {
    const { nodes, url, endpoint } = await openFollowed('aaa', 'aaa')
    const [first, second] = nodes
    const { current, problems, told } = await subscriber(url, ['logs', {}])
    first!.become('aaab')
    await vi.waitUntil(() => current.length === 1, 20_000)
    second!.become('aaac')
    await vi.waitUntil(() => endpoint.nodes.nodes.every(({ height }) => height === 3), 20_000)
    first!.become('aaabb')
    await vi.waitUntil(() => current.length === 2, 20_000)
    expect([problems, told.length]).toEqual([[], 2])
  })

  it('delivers heads until its client unsubscribes', async () => {
    const { nodes, url } = await openFollowed('aa')
    const { socket, id, told } = await subscriber(url, ['newHeads'])
    nodes[0]!.become('aaa')
    await vi.waitUntil(() => told.length === 1, 20_000)
    expect(told).toEqual([{ number: '0x2', hash: hashAt(2) }])
    const ended = new Promise((resolve) =>
      socket.on('message', (data) => resolve(JSON.parse(data.toString()))),
    )
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'eth_unsubscribe', params: [id] }))
    expect(await ended).toMatchObject({ id: 2, result: true })
  })

  it('delivers a block after the other gateways know its height, so that no later answer is lower', async () => {
    let acknowledge = (): void => {}
    const known = new Promise<void>((resolve) => {
      acknowledge = resolve
    })
    const announced: number[] = []
    const tell = (height: number): Promise<void> | undefined => {
      announced.push(height)
      return height < 3 ? undefined : known
    }
    const heights = { of: () => ({ floor: 0, tell, reset: () => {}, close: () => {} }) }
    const { nodes, url, call } = await openShared(heights, 'aaa', 'aaa')
    const { told } = await subscriber(url, ['newHeads'])
    nodes[0]!.become('aaaa')
    // Once by the node that has the block, once by the follower that got it.
    await vi.waitUntil(() => announced.filter((height) => height === 3).length >= 2, 20_000)
    expect(told).toEqual([])
    acknowledge()
    await vi.waitUntil(() => told.length === 1, 20_000)
    for (let count = 0; count < 10; count++) expect(await call('eth_blockNumber')).toBe('0x3')
    expect(nodes[1]!.called).toEqual([])
  })

  it('delivers each pending transaction of the nodes once', async () => {
    const pending = (...hashes: string[]) => ({
      fleet_pendingSince: ([run]: readonly Json[]) => ({
        run: 'r',
        count: 1,
        hashes: run === undefined ? [] : hashes,
      }),
    })
    const nodes = await openScriptedNodes(pending(hashAt(1), hashAt(2)), pending(hashAt(2), hashAt(3)))
    const { url } = await openGateway(nodes.map((node) => node.url))
    const { told } = await subscriber(url, ['newPendingTransactions'])
    await vi.waitUntil(() => told.length >= 3, 20_000)
    expect(told.toSorted()).toEqual([hashAt(1), hashAt(2), hashAt(3)])
  })
})

describe('a filter at a gateway', () => {
  it('is polled at its node when nodes do not share filters', async () => {
    const polled: string[] = []
    const filters = {
      eth_newBlockFilter: () => '0xabc',
      eth_getFilterChanges: ([id]: readonly Json[]) => {
        polled.push(String(id))
        return []
      },
    }
    const nodes = await openScriptedNodes(filters, filters)
    const { call } = await openGateway(nodes.map(({ url }) => url))
    const id = await call('eth_newBlockFilter')
    expect(id).toMatch(/^0x1[0-9a-f]{40}$/)
    for (let count = 0; count < 4; count++) await call('eth_getFilterChanges', id)
    expect(polled).toEqual(Array(4).fill('0xabc'))
    expect(nodes.map(({ called }) => called.length).toSorted()).toEqual([0, 5])
  })

  it('has the id of its node when nodes share filters, unless it is of pending transactions', async () => {
    const filters = {
      eth_newBlockFilter: () => '0xabc',
      eth_newPendingTransactionFilter: () => '0xdef',
      eth_getFilterChanges: ([id]: readonly Json[]) => [id ?? null],
    }
    const nodes = await openScriptedNodes(filters, filters)
    for (const node of nodes) node.sharesFilters = true
    const { call } = await openGateway(nodes.map(({ url }) => url))
    expect(await call('eth_newBlockFilter')).toBe('0xabc')
    expect(await call('eth_getFilterChanges', '0xabc')).toEqual(['0xabc'])
    for (const node of nodes) node.called.length = 0
    const pending = await call('eth_newPendingTransactionFilter')
    expect(pending).toMatch(/^0x1[0-9a-f]{40}$/)
    for (let count = 0; count < 4; count++)
      expect(await call('eth_getFilterChanges', pending)).toEqual(['0xdef'])
    expect(nodes.map(({ called }) => called.length).toSorted()).toEqual([0, 5])
  })
})
