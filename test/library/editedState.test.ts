import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RLP } from '@ethereumjs/rlp'
import { afterEach, describe, expect, it } from 'vitest'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { type CreateNodeOptions, createNode, type LocalNode } from '../../src/index.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'

let node: LocalNode
let folder: string | undefined
afterEach(() => {
  node.close()
  if (folder !== undefined) rmSync(folder, { recursive: true })
  folder = undefined
})

async function start(options: CreateNodeOptions = {}): Promise<void> {
  node = await createNode(options)
}
const ask = async <Answer = string>(method: string, ...params: unknown[]): Promise<Answer> =>
  (await node.request({ method, params })) as Answer
const failure = (method: string, ...params: unknown[]): Promise<unknown> =>
  ask(method, ...params).catch((error) => error)

interface Proof {
  readonly balance: string
  readonly accountProof: readonly string[]
  readonly storageProof: readonly { readonly value: string }[]
}

interface ShownBlock {
  readonly hash: string
  readonly number: string
  readonly stateRoot: string
}

const latest = (): Promise<ShownBlock> => ask<ShownBlock>('eth_getBlockByNumber', 'latest', false)

const stranger = `0x${'ab'.repeat(20)}`
const receiver = `0x${'cd'.repeat(20)}`
/** Returns the word at position 0. */
const reader = '0x60005460005260206000f3'
const token = `0x${'ef'.repeat(20)}`
const word = (value: number | bigint): string => `0x${value.toString(16).padStart(64, '0')}`

async function edit(): Promise<void> {
  await ask('anvil_setCode', stranger, reader)
  await ask('anvil_setStorageAt', stranger, '0x0', word(42))
  await ask('anvil_setBalance', stranger, '0xde0b6b3a7640000')
}

describe('an edited state', () => {
  it('is proved against the root that its block shows', async () => {
    await start()
    await ask('evm_mine')
    const before = await latest()
    await edit()
    const block = await latest()
    expect([block.hash, block.number]).toEqual([before.hash, before.number])
    expect(block.stateRoot).not.toBe(before.stateRoot)
    const proof = await ask<Proof>('eth_getProof', stranger, ['0x0'], 'latest')
    expect(proof.balance).toBe('0xde0b6b3a7640000')
    expect(proof.storageProof[0]?.value).toBe('0x2a')
    const root = RLP.decode(fromHex(proof.accountProof[0]!)) as Uint8Array
    expect(toHex(keccak256(root))).toBe(block.stateRoot)
  })

  it('is where the next block and its trace start', async () => {
    await start()
    await ask('evm_mine')
    // The reader thread has read the block before the edit.
    const [first] = node.accounts.map(({ address }) => address)
    const early = await ask('eth_sendTransaction', { from: first, to: receiver, value: '0x1' })
    await ask('debug_traceTransaction', early)
    await edit()
    const hash = await ask('eth_sendTransaction', { from: first, to: stranger, gas: '0x186a0' })
    const traced = await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })
    expect(traced).toMatchObject({ output: word(42) })
    await ask('evm_mine')
    expect(await ask('eth_call', { to: stranger }, 'latest')).toBe(word(42))
    expect(await ask('eth_getStorageAt', stranger, '0x0', '0x1')).toBe(word(0))
  })

  it('is saved and restored by snapshots', async () => {
    await start()
    await ask('anvil_setBalance', stranger, '0x1')
    const id = await ask('evm_snapshot')
    await edit()
    await ask('evm_mine')
    await ask('anvil_setBalance', stranger, '0x9')
    expect(await ask('evm_revert', id)).toBe(true)
    expect(await ask('eth_getBalance', stranger, 'latest')).toBe('0x1')
    expect(await ask('eth_getCode', stranger, 'latest')).toBe('0x')
    await ask('evm_mine')
    expect(await ask('eth_getBalance', stranger, 'latest')).toBe('0x1')
    await ask('evm_reset')
    expect(await ask('eth_getBalance', stranger, 'latest')).toBe('0x0')
  })

  it('survives a restart with the transactions of impersonated accounts', async () => {
    folder = mkdtempSync(join(tmpdir(), 'cambium-edits-'))
    await start({ dataFolder: folder })
    await edit()
    await ask('anvil_impersonateAccount', stranger)
    const mined = await ask('eth_sendTransaction', { from: stranger, to: receiver, value: '0x5' })
    await ask('evm_setAutomine', false)
    const waiting = await ask('eth_sendTransaction', { from: stranger, to: receiver, value: '0x6' })
    await ask('anvil_setNonce', receiver, '0x3')
    const { stateRoot } = await latest()
    node.close()
    await start({ dataFolder: folder })
    expect(await ask('eth_getTransactionByHash', mined)).toMatchObject({ from: stranger, blockNumber: '0x1' })
    expect(await ask('eth_getBlockByNumber', '0x1', false)).toMatchObject({ stateRoot })
    expect(await ask('eth_getTransactionReceipt', waiting)).toMatchObject({ from: stranger, status: '0x1' })
    expect(await ask('eth_getBalance', receiver, 'latest')).toBe('0xb')
    expect(await ask('eth_getTransactionCount', receiver, 'latest')).toBe('0x3')
    expect(await ask('debug_traceTransaction', mined, { tracer: 'callTracer' })).toMatchObject({
      from: stranger,
    })
  })

  it('checks waiting transactions again', async () => {
    await start({ mining: 'manual' })
    const [first] = node.accounts.map(({ address }) => address)
    await ask('eth_sendTransaction', { from: first, to: receiver, value: '0x5', gas: '0x5208' })
    await ask('anvil_setNonce', first, '0x5')
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    expect(await ask('eth_getTransactionCount', first, 'pending')).toBe('0x5')
  })
})

describe('a state file', () => {
  it('carries the accounts to another chain with the same id', async () => {
    await start()
    await edit()
    const state = await ask('anvil_dumpState')
    node.close()
    await start()
    await ask('evm_mine')
    await ask('anvil_loadState', state)
    expect(await ask('eth_call', { to: stranger }, 'latest')).toBe(word(42))
    await ask('evm_mine')
    await ask('eth_sendTransaction', { from: node.accounts[0]!.address, to: stranger, gas: '0x186a0' })
  })

  it('of another chain, truncated or of another kind is refused and changes nothing', async () => {
    await start({ chainId: 44 })
    await edit()
    const state = await ask('anvil_dumpState')
    node.close()
    await start()
    const text = (value: unknown): string => toHex(Buffer.from(JSON.stringify(value)))
    for (const [given, problem] of [
      [state, 'is of chain 44, but this chain is 33'],
      [state.slice(0, -20), 'is not a whole gzip file'],
      [toHex(Buffer.from('{"format":')), 'is not complete JSON'],
      [text({ accounts: {} }), 'is not a state file of Cambium'],
      [
        text({ format: 'cambium-state', version: 1, chainId: 33, accounts: { '0x12': {} } }),
        'is not an address',
      ],
    ]) {
      expect(await failure('anvil_loadState', given)).toMatchObject({
        message: expect.stringContaining(`invalid argument state: `),
      })
      expect(await failure('anvil_loadState', given)).toMatchObject({
        message: expect.stringContaining(problem!),
      })
    }
    expect(await ask('eth_getCode', stranger, 'latest')).toBe('0x')
  })
})

describe('a helper', () => {
  it.each([
    ['anvil_setBalance', ['0x12', '0x1'], 'invalid argument address: '],
    ['anvil_setBalance', [stranger, 'much'], 'invalid argument balance: '],
    ['anvil_setBalance', [stranger], 'missing value for required argument 1 (balance)'],
    ['hardhat_setStorageAt', [stranger, '0x0', `0x${'1'.repeat(66)}`], 'invalid argument value: a word has'],
    ['hardhat_setNonce', [stranger, `0x1${'0'.repeat(16)}`], 'invalid argument nonce: a nonce has'],
    ['evm_setBlockGasLimit', ['0x1'], 'invalid argument gasLimit: the gas limit of a block is from 3000000'],
    ['evm_setIntervalMining', ['0xffffffff'], 'invalid argument interval: an interval is at most a day'],
    ['hardhat_mine', ['0xffffff'], 'invalid argument blocks: '],
    ['hardhat_setPrevRandao', [word(1)], 'Rootstock has no PREVRANDAO'],
    ['anvil_rollback', ['0x5'], 'the chain has 0 blocks above the first'],
    ['anvil_reorg', [1], 'depth is 1, but the chain has 0 blocks above the first'],
    ['anvil_reorg', [1, [{}]], 'invalid argument transactions: each entry is a pair'],
    ['anvil_reorg', [1, [['zz', 0]]], 'invalid argument transactions: '],
    ['anvil_setChainId', [44], 'the chain has the id 33, by which its transactions are signed'],
    ['anvil_dealERC20', [stranger, '0x12', '0x1'], 'invalid argument token: '],
    ['anvil_dealERC20', [stranger, receiver, '0x1'], 'no storage cell that balanceOf answers'],
    ['anvil_setERC20Allowance', [stranger, stranger, receiver, 'x'], 'invalid argument amount: '],
    ['evm_setNextBlockTimestamp', ['soon'], 'invalid argument timestamp: '],
    ['evm_mine_detailed', ['soon'], 'invalid argument order: '],
    ['evm_setTime', [-5], 'is not a timestamp'],
  ])('%s names the fault of %j', async (method, params, message) => {
    await start()
    expect(await failure(method, ...params)).toMatchObject({ message: expect.stringContaining(message) })
  })

  it('describes the chain to tools', async () => {
    await start()
    expect(await ask('hardhat_metadata')).toMatchObject({ chainId: 33, latestBlockNumber: 0 })
    expect(await ask('anvil_nodeInfo')).toMatchObject({
      currentBlockNumber: '0x0',
      environment: { chainId: 33 },
    })
    await ask('evm_mine')
    await ask('evm_mine')
    await ask('anvil_rollback')
    expect(await ask('eth_blockNumber')).toBe('0x1')
    expect(await ask('evm_setTime', 2_000_000_000_000)).toBeGreaterThan(0)
    await ask('evm_mine')
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ timestamp: '0x77359400' })
    await ask('anvil_addBalance', stranger, '0x2')
    await ask('anvil_autoImpersonateAccount', true)
    await ask('eth_sendTransaction', { from: stranger, to: receiver, value: '0x2' })
    expect(await ask('eth_getBalance', receiver, 'latest')).toBe('0x2')
  })

  it('sets tokens and allowances in the cell that the token reads', async () => {
    await start()
    // Reads cell 9, then returns the cell at the hash of the first argument and 3.
    await ask('anvil_setCode', token, '0x60095450600435600052600360205260406000205460005260206000f3')
    const answered = async (selector: string, ...accounts: string[]): Promise<unknown> =>
      ask('eth_call', {
        to: token,
        data: selector + accounts.map((each) => each.slice(2).padStart(64, '0')).join(''),
      })
    for (const amount of ['0x7b', '0x0', `0x${'f'.repeat(64)}`]) {
      expect(await ask('anvil_dealERC20', stranger, token, amount)).toBe(true)
      expect(await answered('0x70a08231', stranger)).toBe(word(BigInt(amount)))
    }
    await ask('anvil_setERC20Allowance', receiver, stranger, token, '0x5')
    expect(await answered('0xdd62ed3e', receiver, stranger)).toBe(word(5))
    expect(await ask('eth_getStorageAt', token, '0x9', 'latest')).toBe(word(0))
    await ask('anvil_setCode', token, '0x602a60005260206000f3')
    expect(await failure('anvil_dealERC20', stranger, token, '0x2a')).toMatchObject({
      message: expect.stringContaining('no storage cell that balanceOf answers'),
    })
  })

  it('replaces blocks by others with given transactions', async () => {
    await start()
    const [from] = node.accounts.map(({ address }) => address)
    await ask('eth_sendTransaction', { from, to: stranger, value: '0x1' })
    await ask('evm_mine')
    await ask('evm_mine')
    const { hash } = await ask<ShownBlock>('eth_getBlockByNumber', '0x2', false)
    const { raw: signed } = await ask<{ raw: string }>('eth_signTransaction', {
      from,
      to: receiver,
      value: '0x3',
      nonce: '0x1',
      gas: '0x5208',
      gasPrice: '0x0',
    })
    const transactions = [
      [{ from, to: stranger, value: '0x5' }, 0],
      [signed, 1],
    ]
    expect(await ask('anvil_reorg', 3, transactions)).toBeNull()
    expect(await ask('eth_blockNumber')).toBe('0x3')
    expect(await ask('eth_getBalance', stranger, 'latest')).toBe('0x5')
    expect(await ask('eth_getBalance', receiver, 'latest')).toBe('0x3')
    expect(await ask('eth_getBlockByNumber', '0x2', false)).toMatchObject({ transactions: { length: 1 } })
    expect((await ask<ShownBlock>('eth_getBlockByNumber', '0x2', false)).hash).not.toBe(hash)
    expect(await ask('anvil_getAutomine')).toBe(true)
    expect(await failure('anvil_reorg', 1, [[{ from, to: stranger }, 1]])).toMatchObject({
      message: 'transactions name the new block 1, but there are 1',
    })
  })

  it('answers the blocks that it mines', async () => {
    await start()
    await ask('evm_setAutomine', false)
    const hash = await ask('eth_sendTransaction', {
      from: node.accounts[0]!.address,
      to: stranger,
      value: '0x1',
    })
    expect(await ask('evm_mine_detailed', { blocks: 2 })).toMatchObject([
      { number: '0x1', transactions: [{ hash }] },
      { number: '0x2', transactions: [] },
    ])
    expect(await ask('anvil_setChainId', 33)).toBe(true)
  })
})
