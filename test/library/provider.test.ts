import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CreateNodeOptions, createNode, type LocalNode, ProviderRpcError } from '../../src/index.ts'
import { excessiveTransfer, mintingInput, tokenBytecode } from '../clients/token.ts'

const nodes: LocalNode[] = []
async function nodeWith(options: CreateNodeOptions = {}): Promise<LocalNode> {
  const node = await createNode(options)
  nodes.push(node)
  return node
}
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

function send(node: LocalNode, parts: object): Promise<unknown> {
  const transaction = { from: node.accounts[0], gas: '0x4c4b40', ...parts }
  return node.request({ method: 'eth_sendTransaction', params: [transaction] })
}

const transfer = (node: LocalNode, value = '0x1'): Promise<unknown> =>
  send(node, { to: node.accounts[1], value })

async function deployToken(node: LocalNode): Promise<string> {
  const hash = await send(node, { data: tokenBytecode })
  const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return (receipt as { contractAddress: string }).contractAddress
}

const blockNumber = (node: LocalNode): Promise<unknown> => node.request({ method: 'eth_blockNumber' })

describe('a subscription', () => {
  it('delivers messages until it is cancelled', async () => {
    const node = await nodeWith()
    const messages: unknown[] = []
    node.on('message', (message) => messages.push(message))
    const subscription = await node.request({ method: 'eth_subscribe', params: ['newHeads'] })
    node.mine()
    const result = expect.objectContaining({ number: '0x1', hash: expect.stringMatching(/^0x/) })
    expect(messages).toEqual([{ type: 'eth_subscription', data: { subscription, result } }])
    expect(await node.request({ method: 'eth_unsubscribe', params: [subscription] })).toBe(true)
    expect(await node.request({ method: 'eth_unsubscribe', params: [subscription] })).toBe(false)
    node.mine()
    expect(messages).toHaveLength(1)
  })

  it('to logs delivers those of the requested contract only', async () => {
    const node = await nodeWith()
    const token = await deployToken(node)
    const logs: unknown[] = []
    node.on('message', ({ data }) => logs.push(data.result))
    await node.request({ method: 'eth_subscribe', params: ['logs', { address: token }] })
    await transfer(node)
    expect(logs).toEqual([])
    await send(node, { to: token, data: mintingInput(1) })
    expect(logs).toMatchObject([{ address: token, removed: false }])
  })

  it('to an unknown topic rejects with an error of EIP-1193', async () => {
    const node = await nodeWith()
    const error = await node
      .request({ method: 'eth_subscribe', params: ['unknown'] })
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(ProviderRpcError)
    expect(error).toMatchObject({ code: -32601 })
  })
})

describe('a request', () => {
  it('is answered by the JSON-RPC service', async () => {
    const node = await nodeWith()
    expect(await node.request({ method: 'eth_chainId' })).toBe('0x21')
    expect(await node.request({ method: 'eth_accounts', params: [] })).toEqual(node.accounts)
    expect(await node.request({ method: 'web3_clientVersion' })).toMatch(
      /^HardhatNetwork\/Cambium\/\d+\.\d+\.\d+\//,
    )
  })

  it('that sends a transaction resolves when its receipt exists', async () => {
    const node = await nodeWith()
    const hash = await transfer(node)
    const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    expect(receipt).toMatchObject({ transactionHash: hash, blockNumber: '0x1', status: '0x1' })
  })

  it.each([
    ['for an unknown method', { method: 'eth_unknown' }, -32601],
    ['for wrong parameters', { method: 'eth_getBalance', params: ['0x12'] }, -32602],
    ['for parameters with names', { method: 'eth_getBalance', params: { address: '0x12' } }, -32602],
  ])('rejects with an error of EIP-1193 %s', async (_, request, code) => {
    const node = await nodeWith()
    const error = await node.request(request).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProviderRpcError)
    expect(error).toMatchObject({ code, message: expect.any(String) })
  })

  it.each([
    ['rootstock', -32015, 'VM Exception while processing transaction: revert balance too low'],
    ['ethereum', 3, 'execution reverted: balance too low'],
  ] as const)('words a revert as %s nodes do, with its data', async (errors, code, message) => {
    const node = await nodeWith({ errors })
    const call = { to: await deployToken(node), data: excessiveTransfer }
    const answer = node.request({ method: 'eth_call', params: [call, 'latest'] })
    await expect(answer).rejects.toMatchObject({ code, message, data: expect.stringMatching(/^0x08c379a0/) })
  })

  it('works with the function alone, taken off the node', async () => {
    const { request } = await nodeWith()
    expect(await request({ method: 'net_version' })).toBe('33')
  })

  it('rejects after the node was closed', async () => {
    const node = await nodeWith()
    node.close()
    await expect(blockNumber(node)).rejects.toMatchObject({ code: 4900 })
  })
})

describe('events', () => {
  it('report the connection, blocks, pending transactions, reverted blocks and the close', async () => {
    const node = await nodeWith()
    const received: unknown[] = []
    const connected = new Promise((resolve) => node.once('connect', resolve))
    node.on('connect', ({ chainId }) => received.push(['connect', chainId]))
    node.on('pending', (transactions) => received.push(['pending', transactions.length]))
    node.on('block', ({ number }) => received.push(['block', number]))
    node.on('reorg', ({ abandoned }) => received.push(['reorg', abandoned.length]))
    node.on('disconnect', ({ code }) => received.push(['disconnect', code]))
    await connected
    const snapshot = node.snapshot()
    node.mine()
    await transfer(node)
    node.revert(snapshot)
    node.close()
    expect(received).toEqual([
      ['connect', '0x21'],
      ['block', 1],
      ['block', 2],
      ['pending', 1],
      ['reorg', 2],
      ['disconnect', 4900],
    ])
  })

  it('do not reach a removed listener', async () => {
    const node = await nodeWith()
    const received: number[] = []
    const listener = ({ number }: { number: number }): number => received.push(number)
    node.on('block', listener)
    node.mine()
    node.removeListener('block', listener)
    node.mine()
    expect(received).toEqual([1])
  })
})

describe('a filter', () => {
  it('answers logs of reverted blocks as removed, then the new logs', async () => {
    const node = await nodeWith()
    const to = await deployToken(node)
    const snapshot = node.snapshot()
    const filter = await node.request({ method: 'eth_newFilter', params: [{ address: to }] })
    const changes = async (): Promise<unknown[]> => {
      const logs = await node.request({ method: 'eth_getFilterChanges', params: [filter] })
      return (logs as { removed: boolean; data: string }[]).map(({ removed, data }) => [
        removed,
        Number(data),
      ])
    }
    await send(node, { to, data: mintingInput(1) })
    expect(await changes()).toEqual([[false, 0]])
    node.revert(snapshot)
    await send(node, { to, data: mintingInput(2) })
    expect(await changes()).toEqual([
      [true, 0],
      [false, 0],
      [false, 1],
    ])
  })
})

describe('a node', () => {
  it('is independent of the other nodes of the process', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => nodeWith()))
    await transfer(all[7]!)
    expect(await Promise.all(all.map(blockNumber))).toEqual(
      all.map((_, index) => (index === 7 ? '0x1' : '0x0')),
    )
  })

  it('mines the requested number of blocks from the requested timestamp', async () => {
    const node = await nodeWith({ clock: () => 1_000_000 })
    node.mine({ blocks: 3, timestamp: 5_000 })
    expect([1, 2, 3].map((number) => node.chain.select(number)?.header.timestamp)).toEqual([
      5_000, 5_001, 5_002,
    ])
    // From the time of the best block, which is 4,002 seconds ahead of the clock.
    expect(node.increaseTime(100)).toBe(4_102)
    node.setNextTimestamp(9_000)
    node.mine()
    expect(node.chain.head.header.timestamp).toBe(9_000)
  })

  it('keeps transactions pending when it mines on request', async () => {
    const node = await nodeWith({ mining: 'manual' })
    await transfer(node)
    expect(await blockNumber(node)).toBe('0x0')
    expect(await node.request({ method: 'txpool_status' })).toEqual({ pending: 1, queued: 0 })
    node.mine()
    expect(node.chain.head.transactions).toHaveLength(2)
  })

  it('stops mining, starts mining and resets', async () => {
    const node = await nodeWith()
    node.stopMining()
    await transfer(node)
    expect(node.chain.head.number).toBe(0)
    node.startMining()
    expect(node.chain.head.number).toBe(1)
    node.reset()
    expect(node.chain.head.number).toBe(0)
  })

  it('uses the given coinbase and the given private keys', async () => {
    const coinbase = `0x${'12'.repeat(20)}` as const
    const node = await nodeWith({ coinbase, privateKeys: [`0x${'34'.repeat(32)}`] })
    expect(await node.request({ method: 'eth_coinbase' })).toBe(coinbase)
    expect(node.accounts).toHaveLength(11)
  })

  it('rejects a coinbase of the wrong length', async () => {
    await expect(createNode({ coinbase: '0x12' })).rejects.toThrow(
      'coinbase must be an address of 20 bytes in hex with 0x, got "0x12"',
    )
  })

  describe('with a data folder', () => {
    let dataFolder: string
    beforeEach(() => {
      dataFolder = mkdtempSync(join(tmpdir(), 'cambium-library-'))
    })
    afterEach(() => {
      for (const node of nodes.splice(0)) node.close()
      rmSync(dataFolder, { recursive: true })
    })

    it('continues the chain of an earlier node', async () => {
      const first = await nodeWith({ dataFolder })
      const hash = await transfer(first, '0x5')
      first.close()
      const second = await nodeWith({ dataFolder })
      const found = await second.request({ method: 'eth_getTransactionByHash', params: [hash] })
      expect(found).toMatchObject({ hash, value: '0x5' })
    })
  })
})
