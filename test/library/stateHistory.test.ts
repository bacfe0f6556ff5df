import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createdAddress } from '../../src/evm/contractAddress.ts'
import { createNode, type LocalNode } from '../../src/index.ts'
import { packState, unpackState } from '../../src/node/local/stateFile/stateText.ts'
import { asAddress } from '../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'

/** Emits an event without topics with each call. */
const emitter = '0x6005600c60003960056000f360006000a0'
/** Pays 3 wei to the payee with each call. */
const payee = `0x${'12'.repeat(20)}`
const payer = `0x6022600c60003960226000f36000600060006000600373${payee.slice(2)}5af15000`
/** Creates a contract of one byte with each call, and fails afterwards if it has data. */
const factory =
  '0x6023600c60003960236000f36c6001600c60003960016000f300600052600d60136000f036601d57005b60006000fd'
const maturity = 16
const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
/** An account whose code a helper sets. */
const codeHolder = `0x${'cd'.repeat(20)}`

let nodes: LocalNode[] = []
let earlier: Awaited<ReturnType<typeof used>>
beforeAll(async () => {
  earlier = await used()
})
afterEach(() => {
  for (const node of nodes) node.close()
  nodes = []
})
afterAll(() => earlier.node.close())

async function opened(): Promise<LocalNode> {
  const node = await createNode()
  nodes.push(node)
  return node
}
const ask = async <Answer = string>(node: LocalNode, method: string, ...params: unknown[]): Promise<Answer> =>
  (await node.request({ method, params })) as Answer
const failure = (node: LocalNode, method: string, ...params: unknown[]): Promise<unknown> =>
  ask(node, method, ...params).catch((error: unknown) => (error instanceof Error ? error.message : error))

async function pay(node: LocalNode, call: object = {}): Promise<string> {
  const [from, to] = node.accounts.map(({ address }) => address)
  return ask(node, 'eth_sendTransaction', { from, to, value: '0x1', gasPrice: '0x3938700', ...call })
}

/** A chain with payments, an event and mined blocks, so that REMASC has paid. */
async function used() {
  const node = await createNode()
  const payment = await pay(node)
  const deployment = await pay(node, { to: undefined, value: '0x0', data: emitter })
  const { contractAddress } = await ask<{ contractAddress: string }>(
    node,
    'eth_getTransactionReceipt',
    deployment,
  )
  const call = await pay(node, { to: contractAddress, value: '0x0' })
  const payerDeployment = await pay(node, { to: undefined, value: '0x0', data: payer })
  const inside = await pay(node, { to: await contractOf(node, payerDeployment), value: '0x9' })
  const factoryDeployment = await pay(node, { to: undefined, value: '0x0', data: factory })
  const creator = await contractOf(node, factoryDeployment)
  const child = toHex(createdAddress(asAddress(fromHex(creator)), 0n))
  await pay(node, { to: creator, value: '0x0', data: '0x01', gas: '0x186a0' })
  const creation = await pay(node, { to: creator, value: '0x0' })
  for (let mined = 0; mined < maturity; mined++) await pay(node)
  await ask(node, 'anvil_setCode', codeHolder, '0x00')
  await ask(node, 'anvil_setBalance', `0x${'ab'.repeat(20)}`, '0x7')
  const state = await ask(node, 'anvil_dumpState')
  const factoryWork = { creator, child, creation }
  return { node, payment, call, inside, deployment, contract: contractAddress, factoryWork, state }
}

const contractOf = async (node: LocalNode, hash: string): Promise<string> =>
  (await ask<{ contractAddress: string }>(node, 'eth_getTransactionReceipt', hash)).contractAddress

interface DumpedTexts {
  blocks: string[][]
  participants?: string[]
  creations?: string[]
}

const changed = async (state: string, change: (file: { history: DumpedTexts }) => void): Promise<string> => {
  const file = JSON.parse(await unpackState(fromHex(state)))
  change(file)
  return toHex(await packState(JSON.stringify(file)))
}

describe('a chain that is continued from a state file', () => {
  it('has the blocks, transactions, receipts, logs and accounts of the chain before', async () => {
    const { node, payment, call, contract, state } = earlier
    const next = await opened()
    expect(await ask(next, 'anvil_loadState', state)).toBe(true)
    for (const [method, ...params] of [
      ['eth_blockNumber'],
      ['eth_getBlockByNumber', '0x3', true],
      ['eth_getBlockByNumber', '0x0', true],
      ['eth_getTransactionByHash', payment],
      ['eth_getTransactionReceipt', payment],
      ['eth_getTransactionReceipt', call],
      ['eth_getLogs', { fromBlock: '0x1', toBlock: 'latest', address: contract }],
      ['eth_getBalance', `0x${'ab'.repeat(20)}`, 'latest'],
      ['eth_getCode', contract, 'latest'],
      ['eth_getTransactionCount', node.accounts[0]!.address, 'latest'],
      ['eth_getBalance', '0x0000000000000000000000000000000001000008', 'latest'],
    ] as const) {
      expect(await ask(next, method, ...params), method).toEqual(await ask(node, method, ...params))
    }
  })

  it('finds the transactions of accounts in the blocks before', async () => {
    const { node, call, inside, deployment, contract, state } = earlier
    const next = await opened()
    await ask(next, 'anvil_loadState', state)
    const [sender, receiver] = node.accounts.map(({ address }) => address)
    for (const [method, ...params] of [
      ...[sender, receiver, contract, payee].flatMap((account) => [
        ['ots_searchTransactionsBefore', account, 0, 5],
        ['ots_searchTransactionsBefore', account, 4, 2],
        ['ots_searchTransactionsAfter', account, 0, 5],
        ['ots_searchTransactionsAfter', account, 3, 25],
      ]),
      ['ots_getTransactionBySenderAndNonce', sender, '0x2'],
      ['ots_getTransactionBySenderAndNonce', sender, '0xffff'],
      ['ots_getContractCreator', contract],
      ['ots_getContractCreator', sender],
    ] as [string, ...unknown[]][]) {
      expect(await ask(next, method, ...params), `${method} ${params}`).toEqual(
        await ask(node, method, ...params),
      )
    }
    const found = await ask<{ txs: { hash: string }[] }>(next, 'ots_searchTransactionsAfter', payee, 0, 5)
    expect(found.txs).toMatchObject([{ hash: inside }])
    expect(await ask(next, 'ots_getTransactionBySenderAndNonce', sender, '0x2')).toBe(call)
    expect(await ask(next, 'ots_getContractCreator', contract)).toEqual({ hash: deployment, creator: sender })
  })

  it('knows who created a contract inside a transaction, even after a second dump', async () => {
    const { node, factoryWork, state } = earlier
    const { creator, child, creation } = factoryWork
    const made = { hash: creation, creator }
    expect(await ask(node, 'ots_getContractCreator', child)).toEqual(made)
    let dump = state
    for (let time = 0; time < 2; time++) {
      const next = await opened()
      await ask(next, 'anvil_loadState', dump)
      expect(await ask(next, 'ots_getContractCreator', child)).toEqual(made)
      for (const uncreated of [codeHolder, multicall]) {
        expect(await ask(next, 'ots_getContractCreator', uncreated)).toBeNull()
      }
      dump = await ask(next, 'anvil_dumpState')
    }
  })

  it.each(['participants', 'creations'] as const)('refuses a history without %s', async (member) => {
    const next = await opened()
    const damaged = await changed(earlier.state, ({ history }) => {
      delete history[member]
    })
    expect(await failure(next, 'anvil_loadState', damaged)).toMatch(member)
  })

  it.each([
    ['of too few blocks', (texts: string[]) => void texts.pop()],
    ['with half a creation', (texts: string[]) => void texts.splice(2, 1, '0x12')],
    [
      'of a missing transaction',
      (texts: string[]) => void texts.splice(2, 1, `0x${'00'.repeat(3)}63${'11'.repeat(40)}`),
    ],
  ])('refuses creations %s', async (_, damage) => {
    const next = await opened()
    const damaged = await changed(earlier.state, ({ history }) => damage(history.creations!))
    expect(await failure(next, 'anvil_loadState', damaged)).toMatch('creations')
    expect(await ask(next, 'eth_blockNumber')).toBe('0x0')
  })

  it.each([
    ['of too few blocks', (texts: string[]) => void texts.pop()],
    ['with half an address', (texts: string[]) => void texts.splice(1, 1, '0x12')],
    ['that are not hex', (texts: string[]) => void texts.splice(1, 1, 'participants')],
  ])('refuses participants %s', async (_, damage) => {
    const next = await opened()
    const damaged = await changed(earlier.state, ({ history }) => damage(history.participants!))
    expect(await failure(next, 'anvil_loadState', damaged)).toMatch('participants')
    expect(await ask(next, 'eth_blockNumber')).toBe('0x0')
  })

  it('continues with blocks, snapshots and a reset', async () => {
    const { node, state } = earlier
    const next = await opened()
    await ask(next, 'anvil_loadState', state)
    const last = await ask<{ hash: string; number: string }>(node, 'eth_getBlockByNumber', 'latest', false)
    await pay(next)
    const following = await ask<{ parentHash: string }>(next, 'eth_getBlockByNumber', 'latest', false)
    expect(following.parentHash).toBe(last.hash)
    const snapshot = await ask(next, 'evm_snapshot')
    for (let mined = 0; mined < maturity; mined++) await pay(next)
    await ask(next, 'evm_revert', snapshot)
    expect(Number(await ask(next, 'eth_blockNumber'))).toBe(Number(last.number) + 1)
    expect(await ask(next, 'anvil_rollback', '0x1')).toBe(true)
    expect(await ask(next, 'eth_blockNumber')).toBe(last.number)
    await ask(next, 'anvil_reset')
    expect(await ask(next, 'eth_blockNumber')).toBe('0x0')
    await pay(next)
    expect(await ask(next, 'eth_getTransactionCount', next.accounts[0]!.address, 'latest')).toBe('0x1')
  })

  it('refuses the states in between with the reason', async () => {
    const { state } = earlier
    const next = await opened()
    await ask(next, 'anvil_loadState', state)
    const before = await ask(next, 'eth_blockNumber')
    expect(await failure(next, 'eth_getBalance', next.accounts[0]!.address, '0x2')).toContain(
      'state of block 2',
    )
    expect(await failure(next, 'anvil_rollback', '0x4')).toContain('state of block')
    expect(await ask(next, 'eth_blockNumber')).toBe(before)
  })

  it('loads only the accounts if it has blocks of its own', async () => {
    const { state } = earlier
    const next = await opened()
    await ask(next, 'evm_mine')
    await ask(next, 'anvil_loadState', state)
    expect(await ask(next, 'eth_blockNumber')).toBe('0x1')
    expect(await ask(next, 'eth_getBalance', `0x${'ab'.repeat(20)}`, 'latest')).toBe('0x7')
  })

  it.each<[string, (blocks: string[][]) => void]>([
    ['has a damaged block 2', (blocks) => (blocks[2]![0] = blocks[3]![0]!)],
    ['has a damaged block 1', (blocks) => (blocks[1]![1] = blocks[2]![1]!)],
    ['has a damaged block 4', (blocks) => blocks[4]!.pop()],
    ['but its state is that of block', (blocks) => blocks.pop()],
    ['does not have a list of 1 to', (blocks) => blocks.splice(0)],
  ])('is not continued from a file that %s', async (problem, damage) => {
    const { state } = earlier
    const next = await opened()
    const damaged = await changed(state, ({ history }) => void damage(history.blocks))
    expect(await failure(next, 'anvil_loadState', damaged)).toContain(problem)
    expect(await ask(next, 'eth_blockNumber')).toBe('0x0')
    expect(await ask(next, 'eth_getBalance', `0x${'ab'.repeat(20)}`, 'latest')).toBe('0x0')
  })
})
