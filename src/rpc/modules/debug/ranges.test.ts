import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'

/** Deploys a contract that stores the block's number in as many cells as its first word of data says, from cell 0 on. */
const runtime = '6000355b8015601357600190034381556003565b00'
const initCode = `0x6015600c60003960156000f3${runtime}`

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const hashOf = (text: string): string => toHex(keccak256(fromHex(text)))

async function fill(world: RpcWorld, to: string, cells: number): Promise<string> {
  const hash = await world.text('eth_sendTransaction', { from: cow, to, data: word(cells), gas: '0x4c4b40' })
  const receipt = Object(await world.result('eth_getTransactionReceipt', hash))
  expect(receipt.status).toBe('0x1')
  return String(receipt.blockHash)
}

describe('debug_storageRangeAt', () => {
  it('pages through the cells of a contract in the order of their hashes', async () => {
    const world = await openWorld()
    const contract = await world.deploy(initCode)
    const block = await fill(world, contract, 25)
    const found: string[] = []
    let start: unknown = '0x00'
    for (let pages = 0; start !== null; pages++) {
      const page = Object(await world.result('debug_storageRangeAt', block, 1, contract, String(start), 7))
      for (const [hash, { key, value }] of Object.entries<{ key: string; value: string }>(page.storage)) {
        expect(hash).toBe(hashOf(key))
        expect(value).toBe(word(2))
        found.push(key)
      }
      start = page.nextKey
      expect(pages).toBeLessThan(4)
    }
    expect(found.toSorted()).toEqual(Array.from({ length: 25 }, (_, cell) => word(cell)))
    expect(found.map(hashOf)).toEqual(found.map(hashOf).toSorted())
  })

  it('sees the state before a transaction of the block', async () => {
    const world = await openWorld()
    const contract = await world.deploy(initCode)
    const block = await fill(world, contract, 3)
    expect(await world.result('debug_storageRangeAt', block, 0, contract, '0x', 9)).toEqual({
      storage: {},
      nextKey: null,
    })
    const later = Object(await world.result('debug_storageRangeAt', block, '0x1', contract, '0x', 9))
    expect(Object.keys(later.storage)).toHaveLength(3)
  })

  it('refuses an unknown block and a position outside of the block', async () => {
    const world = await openWorld()
    const unknown = await world.error('debug_storageRangeAt', word(9), 0, cow, '0x', 1)
    expect(unknown).toMatchObject({ code: -32600, message: expect.stringContaining('not found') })
    const { hash } = Object(await world.result('eth_getBlockByNumber', '0x0', false))
    expect(await world.error('debug_storageRangeAt', hash, 9, cow, '0x', 1)).toMatchObject({ code: -32602 })
  })
})

describe('debug_accountRange', () => {
  it('pages through all accounts with balances, code and storage', async () => {
    const world = await openWorld()
    const contract = await world.deploy(initCode)
    await fill(world, contract, 4)
    const accounts = new Map<string, { balance: string; nonce: number; code?: string; storage?: object }>()
    let start: unknown = '0x'
    while (start !== undefined) {
      const page = Object(await world.result('debug_accountRange', 'latest', String(start), 3))
      for (const [address, account] of Object.entries<never>(page.accounts)) accounts.set(address, account)
      start = page.next
    }
    const { nonce, balance } = accounts.get(cow)!
    expect(nonce).toBe(2)
    expect(`0x${BigInt(balance).toString(16)}`).toBe(await world.text('eth_getBalance', cow))
    expect(accounts.get(contract)).toMatchObject({ code: `0x${runtime}`, storage: { [word(3)]: '02' } })
    expect(accounts.has(cow1)).toBe(true)
    const bare = Object(await world.result('debug_accountRange', 'latest', '0x', 256, true, true))
    expect(Object.keys(bare.accounts).toSorted()).toEqual([...accounts.keys()].toSorted())
    expect(bare.accounts[contract]).not.toHaveProperty('code')
    expect(bare.accounts[contract]).not.toHaveProperty('storage')
    expect(bare).not.toHaveProperty('next')
  })
})

describe('debug_intermediateRoots', () => {
  it('answers a root for each transaction, and the root of the block last', async () => {
    const world = await openWorld()
    await world.result('evm_stopMining')
    for (let count = 0; count < 3; count++) {
      await world.result('eth_sendTransaction', { from: cow, to: cow1, value: '0x1' })
    }
    await world.result('evm_mine')
    const { hash, stateRoot, transactions } = Object(await world.result('eth_getBlockByNumber', '0x1', false))
    const roots = Object(await world.result('debug_intermediateRoots', hash))
    expect(roots).toHaveLength(transactions.length)
    expect(new Set(roots).size).toBeGreaterThanOrEqual(3)
    expect(roots.at(-1)).toBe(stateRoot)
  })

  it('refuses an unknown block', async () => {
    const world = await openWorld()
    expect(await world.error('debug_intermediateRoots', word(9))).toMatchObject({ code: -32600 })
  })
})

describe('debug_traceBlock', () => {
  it('traces a given block whether it is stored or not', async () => {
    const [world, other] = [await openWorld(), await openWorld()]
    await world.result('eth_sendTransaction', { from: cow, data: initCode, gas: '0x30d40' })
    const { hash } = Object(await world.result('eth_getBlockByNumber', '0x1', false))
    const raw = await world.text('debug_getRawBlock', hash)
    const options = { tracer: 'callTracer' }
    const traced = await world.result('debug_traceBlockByHash', hash, options)
    expect(await world.result('debug_traceBlock', raw, options)).toEqual(traced)
    expect(await other.result('debug_traceBlock', raw, options)).toEqual(traced)
    expect(await other.result('eth_blockNumber')).toBe('0x0')
  })

  it('refuses bytes that are not a block, and a block without its parent', async () => {
    const [world, other] = [await openWorld(), await openWorld()]
    expect(await world.error('debug_traceBlock', '0x1234')).toMatchObject({ code: -32602 })
    await world.result('evm_mine')
    await world.result('evm_mine')
    const raw = await world.text('debug_getRawBlock', 'latest')
    expect(await other.error('debug_traceBlock', raw)).toMatchObject({
      code: -32600,
      message: expect.stringContaining('parent'),
    })
    expect([...world.reported, ...other.reported]).toEqual([])
  })
})

describe('debug_codeByHash', () => {
  it('answers long code by its hash, and null for another hash', async () => {
    const world = await openWorld()
    const code = '5b'.repeat(40)
    // Copies the 40 bytes behind it and deploys them.
    const data = `0x6028600c60003960286000f3${code}`
    await world.result('eth_sendTransaction', { from: cow, data, gas: '0x30d40' })
    expect(await world.result('debug_codeByHash', hashOf(`0x${code}`))).toBe(`0x${code}`)
    expect(await world.result('debug_codeByHash', word(1))).toBeNull()
  })
})
