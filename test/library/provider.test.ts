import { HDNodeWallet } from 'ethers'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type CreateNodeOptions,
  createNode,
  type Hex,
  type LocalNode,
  ProviderRpcError,
} from '../../src/index.ts'
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

function send(node: LocalNode, parts: object): Promise<Hex> {
  const transaction = { from: node.accounts[0]!.address, gas: '0x4c4b40', ...parts }
  return node.request({ method: 'eth_sendTransaction', params: [transaction] })
}

const transfer = (node: LocalNode, value = '0x1'): Promise<Hex> =>
  send(node, { to: node.accounts[1]!.address, value })

async function deployToken(node: LocalNode): Promise<string> {
  const hash = await send(node, { data: tokenBytecode })
  const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return receipt!.contractAddress!
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
    // Notifications follow in a later turn of the event loop if their block took long.
    await expect.poll(() => messages).toEqual([{ type: 'eth_subscription', data: { subscription, result } }])
    expect(await node.request({ method: 'eth_unsubscribe', params: [subscription] })).toBe(true)
    expect(await node.request({ method: 'eth_unsubscribe', params: [subscription] })).toBe(false)
    node.mine()
    expect(messages).toHaveLength(1)
  })

  it('to logs delivers only those of the requested contract', async () => {
    const node = await nodeWith()
    const token = await deployToken(node)
    const logs: unknown[] = []
    node.on('message', ({ data }) => logs.push(data.result))
    await node.request({ method: 'eth_subscribe', params: ['logs', { address: token }] })
    await transfer(node)
    expect(logs).toEqual([])
    await send(node, { to: token, data: mintingInput(1) })
    await expect.poll(() => logs).toMatchObject([{ address: token, removed: false }])
  })

  it('to an unknown topic rejects with an error of EIP-1193', async () => {
    const node = await nodeWith()
    const error = await node
      .request<never>({ method: 'eth_subscribe', params: ['unknown'] })
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(ProviderRpcError)
    expect(error).toMatchObject({ code: -32601 })
  })
})

describe('a request', () => {
  it('is answered by the JSON-RPC service', async () => {
    const node = await nodeWith()
    expect(await node.request({ method: 'eth_chainId' })).toBe('0x21')
    expect(await node.request({ method: 'eth_accounts', params: [] })).toEqual(
      node.accounts.map(({ address }) => address),
    )
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

  it('works with the function detached from the node', async () => {
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
      const logs = await node.request<{ removed: boolean; data: string }[]>({
        method: 'eth_getFilterChanges',
        params: [filter],
      })
      return logs.map(({ removed, data }) => [removed, Number(data)])
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
    expect([1, 2, 3].map((number) => node.chain.block(number)?.timestamp)).toEqual([5_000, 5_001, 5_002])
    // From the time of the best block, which is 4,002 seconds ahead of the clock.
    expect(node.increaseTime(100)).toBe(4_102)
    node.setNextTimestamp(9_000)
    node.mine()
    expect(node.chain.head.timestamp).toBe(9_000)
  })

  it('keeps transactions pending when it mines on request', async () => {
    const node = await nodeWith({ mining: 'manual' })
    await transfer(node)
    expect(await blockNumber(node)).toBe('0x0')
    expect(await node.request({ method: 'txpool_status' })).toEqual({ pending: '0x1', queued: '0x0' })
    node.mine()
    expect(node.chain.head.transactions).toHaveLength(1)
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
})

describe('the helpers of a node', () => {
  it('mine the given number of blocks', async () => {
    const node = await nodeWith()
    node.mine(5)
    expect(node.chain.head.number).toBe(5)
  })

  it.each<[string, (node: LocalNode) => unknown, string]>([
    [
      'no blocks',
      (node) => node.mine(0),
      'mine: the order must be a whole number from 1 to 100000 or an object',
    ],
    ['blocks in a text', (node) => node.mine({ blocks: '5' } as never), 'blocks must be a whole number'],
    [
      'a wrong name',
      (node) => node.mine({ block: 5 } as never),
      'block is not an option; did you mean blocks?',
    ],
    [
      'no seconds',
      (node) => node.increaseTime(Number.NaN),
      'increaseTime: the seconds must be a whole number',
    ],
    ['milliseconds', (node) => node.setNextTimestamp(Date.now()), 'seconds since 1970, not milliseconds'],
    ['the past', (node) => node.setNextTimestamp(5), '5 is not later than the timestamp of the best block'],
    ['an unknown snapshot', (node) => node.revert('0x7'), 'there is no snapshot 0x7'],
    ['a number', (node) => node.revert(1 as never), 'revert: the snapshot must be the id of a snapshot'],
    ['a short hash', (node) => node.chain.block('0x12'), 'block must be a hash of 32 bytes'],
    ['a short address', (node) => node.chain.balance('0x12'), 'address must be an address of 20 bytes'],
  ])('refuse %s', async (_, call, message) => {
    const node = await nodeWith()
    expect(() => call(node)).toThrow(message)
    expect(node.chain.head.number).toBe(0)
  })

  it('take snapshots that evm_revert restores, and restore those of evm_snapshot', async () => {
    const node = await nodeWith()
    const ours = node.snapshot()
    node.mine()
    expect(await node.request({ method: 'evm_revert', params: [ours] })).toBe(true)
    expect(node.chain.head.number).toBe(0)
    const theirs = await node.request({ method: 'evm_snapshot' })
    node.mine()
    node.revert(theirs)
    expect(node.chain.head.number).toBe(0)
  })

  it('say that the node is closed', async () => {
    const node = await nodeWith()
    const { chain } = node
    await node.close()
    const calls: (() => unknown)[] = [
      () => node.chain,
      () => node.accounts,
      () => node.mnemonic,
      () => node.chainId,
      () => node.mine(),
      () => node.startMining(),
      () => node.stopMining(),
      () => node.increaseTime(1),
      () => node.setNextTimestamp(9_999_999_999),
      () => node.snapshot(),
      () => node.revert('0x1'),
      () => node.reset(),
      () => chain.head,
      () => chain.block(0),
      () => chain.balance(`0x${'00'.repeat(20)}`),
    ]
    for (const call of calls) expect(call).toThrow('the node is closed')
    await expect(node.listen()).rejects.toThrow('the node is closed')
    await node.close()
  })
})

describe('the accounts of a node', () => {
  it('have the keys and paths of the phrase, then those of the given keys', async () => {
    const key = `0x${'34'.repeat(32)}` as const
    const node = await nodeWith({ accounts: 2, privateKeys: [key] })
    expect(node.mnemonic).toBe('test test test test test test test test test test test junk')
    const derived = HDNodeWallet.fromPhrase(node.mnemonic!, undefined, "m/44'/60'/0'/0/1")
    expect(node.accounts).toHaveLength(3)
    expect(node.accounts[1]).toEqual({
      address: derived.address.toLowerCase(),
      privateKey: derived.privateKey,
      path: derived.path,
    })
    expect(node.accounts[2]).toMatchObject({ privateKey: key, path: undefined })
  })

  it('of seeds have no phrase', async () => {
    const node = await nodeWith({ accountSeeds: ['cow'] })
    expect(node.mnemonic).toBeUndefined()
    expect(node.accounts).toMatchObject([
      { address: '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826', path: undefined },
    ])
  })
})

describe('the chain of a node', () => {
  it('answers blocks, transactions, receipts and balances as JSON-RPC does', async () => {
    const node = await nodeWith()
    const [from, to] = node.accounts
    const hash = await transfer(node, '0x5')
    const token = await deployToken(node)
    const block = (await node.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] }))!
    expect(node.chain.block(1)).toMatchObject({
      hash: block.hash,
      parentHash: block.parentHash,
      miner: block.miner,
      timestamp: Number(block.timestamp),
      gasUsed: BigInt(block.gasUsed),
      transactions: [hash],
    })
    expect(node.chain.block(block.hash!)).toEqual(node.chain.block(1))
    expect(node.chain.block(9)).toBeUndefined()
    expect(node.chain.transaction(hash)).toMatchObject({
      from: from!.address,
      to: to!.address,
      value: 5n,
      nonce: 0n,
    })
    expect(node.chain.receipt(hash)).toMatchObject({
      status: 'success',
      blockNumber: 1,
      gasUsed: 21_000n,
      logs: [],
    })
    expect(node.chain.receipt(node.chain.head.transactions[0]!)?.contractAddress).toBe(token)
    expect(node.chain.transaction(`0x${'00'.repeat(32)}`)).toBeUndefined()
    expect(node.chain.balance(to!.address) - node.chain.balance(to!.address, 0)).toBe(5n)
  })

  it('notifies its listeners of blocks until they are removed', async () => {
    const node = await nodeWith()
    const numbers: number[] = []
    const listener = ({ number }: { readonly number: number }): unknown => numbers.push(number)
    node.chain.on('block', listener)
    node.mine(2)
    node.chain.off('block', listener)
    node.mine()
    expect(numbers).toEqual([1, 2])
  })
})

describe('a node that is disposed of', () => {
  it('is closed at the end of its block', async () => {
    let left: LocalNode
    {
      await using node = await createNode()
      left = node
      expect(node.chain.head.number).toBe(0)
    }
    await expect(blockNumber(left)).rejects.toMatchObject({ code: 4900 })
  })
})

describe('an unknown method', () => {
  it('is named in the error, with the nearest one', async () => {
    const node = await nodeWith()
    await expect(node.request({ method: 'eth_getBalnce' })).rejects.toMatchObject({
      code: -32601,
      message: 'method not found: eth_getBalnce; did you mean eth_getBalance?',
    })
  })
})
