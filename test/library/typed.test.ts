import { BrowserProvider, Transaction, Wallet } from 'ethers'
import { createTestClient, custom, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { rootstock } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

/* The requests of tools to a development chain, which accepts typed transactions. */

const receiver = `0x${'ee'.repeat(20)}` as const
const cell = `0x${'0'.repeat(63)}1` as const
const stranger = `0x${'ab'.repeat(20)}` as const
const gasPrice = 1_000n

let node: LocalNode
beforeEach(async () => {
  node = await createNode({ minimumGasPriceTarget: gasPrice })
})
afterEach(() => node.close())

const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const failure = (method: string, ...params: unknown[]): Promise<unknown> =>
  ask(method, ...params).catch((error) => error)

const sent = async (transaction: object): Promise<unknown> => {
  const call = { from: node.accounts[0]!.address, to: receiver, gas: '0xc350', ...transaction }
  const hash = await ask('eth_sendTransaction', call)
  expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  return ask('eth_getTransactionByHash', hash)
}

describe('eth_sendTransaction on a chain that accepts typed transactions', () => {
  it.each([
    [
      'type 2 by its fees',
      { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0x3e9' },
      ['0x2', '0x7d0', '0x3e9'],
    ],
    ['type 2 by name, with the fees of the node', { type: '0x2' }, ['0x2', '0x44c', '0x44c']],
    ['type 2 with a tip alone', { maxPriorityFeePerGas: '0x7d0' }, ['0x2', '0x7d0', '0x7d0']],
    ['type 2 with a fee alone', { maxFeePerGas: '0x7d0' }, ['0x2', '0x7d0', '0x44c']],
    [
      'type 2 with a list',
      { accessList: [{ address: receiver, storageKeys: [cell] }] },
      ['0x2', '0x44c', '0x44c'],
    ],
    [
      'type 1 by its list',
      { gasPrice: '0x7d0', accessList: [{ address: receiver, storageKeys: [cell] }] },
      ['0x1'],
    ],
    ['type 1 by name', { type: '0x1', gasPrice: '0x7d0' }, ['0x1']],
    ['type 0 by name', { type: '0x0' }, ['0x0']],
    ['type 0 by its price', { gasPrice: '0x7d0' }, ['0x0']],
    ['type 0 without any member', {}, ['0x0']],
  ] as const)(
    'answers a transaction of %s',
    async (_, members, [type, maxFeePerGas, maxPriorityFeePerGas]) => {
      const shown = await sent(members)
      expect(shown).toMatchObject({ type, from: node.accounts[0]!.address })
      if (type === '0x0') return expect(shown).not.toHaveProperty('yParity')
      expect(shown).toMatchObject({
        chainId: '0x21',
        yParity: expect.stringMatching(/^0x[01]$/),
        accessList: 'accessList' in members ? members.accessList : [],
        ...(type === '0x2' && { maxFeePerGas, maxPriorityFeePerGas, gasPrice: maxPriorityFeePerGas }),
      })
      const { hash } = Object(shown)
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ type })
      const raw = String(await ask('debug_getRawTransaction', hash))
      expect(Transaction.from(raw)).toMatchObject({ hash, type: Number(type) })
      expect(Transaction.from(raw).from?.toLowerCase()).toBe(node.accounts[0]!.address)
    },
  )

  it.each([
    ['two kinds of prices', { gasPrice: '0x1', maxFeePerGas: '0x2' }, 'both gasPrice and (maxFeePerGas'],
    [
      'a tip above the fee',
      { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
      'max priority fee per gas higher',
    ],
    ['blobs', { type: '0x3' }, 'Rootstock has no blobs'],
    ['authorizations', { type: '0x4' }, 'start cambium dev with --hardfork next'],
    ['fees of another type', { type: '0x1', maxFeePerGas: '0x1' }, 'are of type 2, not 1'],
    ['a list that is not an array', { accessList: 5 }, 'invalid argument accessList: expected an array'],
    [
      'an entry without an address',
      { accessList: [{}] },
      'Access list entry address must be a 20-byte hex value at index 0',
    ],
    ['a short key', { accessList: [{ address: receiver, storageKeys: ['0x1'] }] }, 'storage key'],
    ['a fee that is not a number', { maxFeePerGas: 'much' }, 'invalid argument maxFeePerGas: '],
  ])('refuses %s', async (_, members, message) => {
    const transaction = { from: node.accounts[0]!.address, to: receiver, ...members }
    expect(await failure('eth_sendTransaction', transaction)).toMatchObject({
      message: expect.stringContaining(message),
    })
    expect(await ask('eth_blockNumber')).toBe('0x0')
  })

  it('ignores the type of a transaction without a signature, which is legacy', async () => {
    await ask('anvil_setBalance', stranger, '0xde0b6b3a7640000')
    const hash = await ask('eth_sendUnsignedTransaction', { from: stranger, to: receiver, type: '0x2' })
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ type: '0x0', from: stranger })
  })

  it('is completed and signed with the same members', async () => {
    const typed = { from: node.accounts[0]!.address, to: receiver, type: '0x2' }
    const { raw, tx } = Object(await ask('eth_signTransaction', typed))
    expect(tx).toMatchObject({ type: '0x2', maxFeePerGas: '0x44c', gas: '0x5208' })
    expect(Transaction.from(raw)).toMatchObject({ type: 2, hash: tx.hash })
    expect(await ask('eth_sendRawTransaction', raw)).toBe(tx.hash)
    const filled = Object(await ask('eth_fillTransaction', typed))
    expect(filled.tx).toMatchObject({ type: '0x2', nonce: '0x1', maxFeePerGas: '0x44c' })
    expect(filled.raw).toMatch(/^0x02/)
  })
})

describe('a chain whose gas price is zero', () => {
  let free: LocalNode
  const lines: string[] = []
  beforeEach(async () => {
    lines.length = 0
    free = await createNode({ onLine: (line) => lines.push(line) })
  })
  afterEach(() => free.close())
  const askFree = (method: string, ...params: unknown[]): Promise<unknown> => free.request({ method, params })

  it.each([0, 1, 2])('keeps a fee of zero of type %i as libraries write it', async (type) => {
    const wallet = new Wallet(free.accounts[0]!.privateKey)
    const fees = type === 2 ? { maxFeePerGas: 0, maxPriorityFeePerGas: 0 } : { gasPrice: 0 }
    const signed = await wallet.signTransaction({
      type,
      chainId: 33,
      nonce: 0,
      gasLimit: 21_000,
      to: receiver,
      ...fees,
    })
    const { hash } = Transaction.from(signed)
    expect(await askFree('eth_sendRawTransaction', signed)).toBe(hash)
    const effect = { status: '0x1', from: wallet.address.toLowerCase(), effectiveGasPrice: '0x0' }
    expect(await askFree('eth_getTransactionReceipt', hash)).toMatchObject(effect)
    expect(await askFree('debug_getRawTransaction', hash)).toBe(signed)
    const block = await askFree('debug_getRawBlock', '0x1')
    expect(await askFree('debug_traceBlock', block)).toMatchObject([{ error: null, reverted: false }])
  })

  it.each([{}, { type: '0x1', gasPrice: '0x0' }, { type: '0x2' }, { maxFeePerGas: '0x5' }])(
    'sends a transaction whose hash libraries compute, from %o',
    async (members) => {
      const hash = await askFree('eth_sendTransaction', {
        from: free.accounts[0]!.address,
        to: receiver,
        ...members,
      })
      const provider = new BrowserProvider(free)
      expect(Transaction.from((await provider.getTransaction(String(hash)))!).hash).toBe(hash)
      provider.destroy()
    },
  )

  it('shows no base fee in blocks, and one of at least 1 in the fee history, which Foundry reads', async () => {
    expect(await askFree('eth_getBlockByNumber', 'latest', false)).not.toHaveProperty('baseFeePerGas')
    expect(await askFree('eth_gasPrice')).toBe('0x0')
    expect(await askFree('eth_feeHistory', '0x1', 'latest', [20])).toMatchObject({
      baseFeePerGas: ['0x1', '0x1'],
      reward: [['0x0']],
    })
    expect(await ask('eth_feeHistory', '0x1', 'latest', [20])).toMatchObject({
      baseFeePerGas: ['0x3e8', '0x3e8'],
      reward: [['0x3e8']],
    })
  })

  it('tells once that public networks refuse typed transactions', async () => {
    const send = (type: string) =>
      askFree('eth_sendTransaction', { from: free.accounts[0]!.address, to: receiver, type })
    await send('0x0')
    expect(lines.join('\n')).not.toContain('mainnet')
    await send('0x2')
    await send('0x1')
    expect(
      lines.filter((line) => line.includes('mainnet and testnet refuse transactions of type 2')),
    ).toHaveLength(1)
  })
})

describe('libraries with accounts of a chain that accepts typed transactions', () => {
  const fees = { maxFeePerGas: 2_000n, maxPriorityFeePerGas: 1_500n }

  it('ethers gets transactions of the type that it names', async () => {
    const provider = new BrowserProvider(node)
    const signer = await provider.getSigner(1)
    const second = await signer.sendTransaction({ to: receiver, type: 2, ...fees })
    expect(second).toMatchObject({ type: 2, ...fees })
    expect(await second.wait()).toMatchObject({ status: 1, type: 2, gasPrice: 1_500n })
    const accessList = [{ address: receiver, storageKeys: [cell] }]
    const listed = await signer.sendTransaction({
      to: receiver,
      type: 1,
      gasPrice: 2_000n,
      gasLimit: 50_000,
      accessList,
    })
    expect(await listed.wait()).toMatchObject({ status: 1, type: 1 })
    provider.destroy()
  })

  it('viem gets transactions of the type that it names', async () => {
    const client = createTestClient({
      mode: 'anvil',
      chain: { ...rootstock, id: 33 },
      transport: custom(node),
    })
      .extend(publicActions)
      .extend(walletActions)
    const account = node.accounts[1]!.address
    const hash = await client.sendTransaction({ account, to: receiver, value: 1n, ...fees })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', type: 'eip1559' })
    expect(await client.getTransaction({ hash })).toMatchObject({ typeHex: '0x2', ...fees })
  })
})

describe('a chain with the rules of the next upgrade', () => {
  let next: LocalNode
  beforeEach(async () => {
    next = await createNode({ hardfork: 'next' })
  })
  afterEach(() => next.close())

  const askNext = (method: string, ...params: unknown[]): Promise<unknown> => next.request({ method, params })

  /** Stores 1 in its first cell. */
  const code = '0x600160005500'

  it('runs the code of a contract in place of an account that has authorized it with viem', async () => {
    const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const chain = { ...rootstock, id: 33 }
    const client = createTestClient({ chain, mode: 'anvil', transport: custom(next), pollingInterval: 5 })
      .extend(publicActions)
      .extend(walletActions)
    await client.setBalance({ address: account.address, value: 10n ** 18n })
    await client.setCode({ address: receiver, bytecode: code })
    // The draft compares nonces as signed bytes: the authorization of an account without transactions has no effect.
    const paid = await client.sendTransaction({ account, to: stranger, value: 1n })
    await client.waitForTransactionReceipt({ hash: paid })
    const authorization = await client.signAuthorization({
      account,
      contractAddress: receiver,
      executor: 'self',
    })
    const hash = await client.sendTransaction({
      account,
      to: account.address,
      authorizationList: [authorization],
    })
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', type: 'eip7702' })
    expect(await client.getCode({ address: account.address })).toBe(`0xef0100${'ee'.repeat(20)}`)
    expect(await client.getStorageAt({ address: account.address, slot: '0x0' })).toMatch(/01$/)
    const shown = await client.getTransaction({ hash })
    expect(shown).toMatchObject({ typeHex: '0x4', authorizationList: [{ nonce: 2, chainId: 33 }] })
  })

  it('takes a type 4 transaction of ethers', async () => {
    const provider = new BrowserProvider(next, undefined, { cacheTimeout: -1 })
    const wallet = new Wallet(`0x${'43'.repeat(32)}`, provider)
    await next.request({ method: 'anvil_setBalance', params: [wallet.address, '0xde0b6b3a7640000'] })
    await (await wallet.sendTransaction({ to: stranger, value: 1 })).wait()
    const authorization = await wallet.authorize({ address: receiver, nonce: 2, chainId: 33 })
    const sent = await wallet.sendTransaction({
      type: 4,
      to: stranger,
      authorizationList: [authorization],
      maxFeePerGas: 2,
      maxPriorityFeePerGas: 1,
    })
    expect(await sent.wait()).toMatchObject({ status: 1, type: 4 })
    expect(await provider.getCode(wallet.address)).toBe(`0xef0100${'ee'.repeat(20)}`)
  })

  it('continues to mine when an authorization has used the nonce of a waiting transaction', async () => {
    const waiting = new Wallet(`0x${'44'.repeat(32)}`)
    const payer = new Wallet(`0x${'45'.repeat(32)}`)
    for (const { address } of [waiting, payer]) {
      await next.request({ method: 'anvil_setBalance', params: [address, '0xde0b6b3a7640000'] })
      await next.request({ method: 'anvil_setNonce', params: [address, '0x1'] })
    }
    await next.request({ method: 'evm_setAutomine', params: [false] })
    const send = async (wallet: Wallet, transaction: object): Promise<unknown> => {
      const raw = await wallet.signTransaction({
        chainId: 33,
        gasLimit: 100_000,
        to: stranger,
        ...transaction,
      })
      return askNext('eth_sendRawTransaction', raw)
    }
    await send(waiting, { nonce: 1, gasPrice: 2, type: 0 })
    const second = await send(waiting, { nonce: 2, gasPrice: 2, type: 0 })
    const authorization = await waiting.authorize({ address: receiver, nonce: 1, chainId: 33 })
    const fees = { maxFeePerGas: 9, maxPriorityFeePerGas: 9 }
    const better = await send(payer, { nonce: 1, type: 4, ...fees, authorizationList: [authorization] })
    const receiptOf = (hash: unknown) => askNext('eth_getTransactionReceipt', hash)
    await next.mine()
    expect(await receiptOf(better)).toMatchObject({ status: '0x1', blockNumber: '0x1' })
    expect(await receiptOf(second)).toBeNull()
    await next.mine()
    expect(await receiptOf(second)).toMatchObject({ blockNumber: '0x2' })
  })

  it("answers the questions of MetaMask's payment with a maximum fee", async () => {
    const wallet = new Wallet(`0x${'47'.repeat(32)}`)
    await askNext('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
    expect(await askNext('eth_chainId')).toBe('0x21')
    expect(await askNext('net_version')).toBe('33')
    const block = Object(await askNext('eth_getBlockByNumber', 'latest', false))
    expect(block.baseFeePerGas).toBe('0x0')
    const history = Object(await askNext('eth_feeHistory', '0x5', 'latest', [10, 20, 30]))
    expect(history.baseFeePerGas).toEqual(['0x0', '0x0'])
    const fee = await askNext('eth_maxPriorityFeePerGas')
    expect(fee).toBe('0x0')
    const nonce = Number(await askNext('eth_getTransactionCount', wallet.address, 'pending'))
    const payment = { from: wallet.address, to: stranger, value: '0x1', type: '0x2', maxFeePerGas: fee }
    const gas = await askNext('eth_estimateGas', { ...payment, maxPriorityFeePerGas: fee })
    expect(gas).toBe('0x5208')
    const raw = await wallet.signTransaction({
      chainId: 33,
      type: 2,
      nonce,
      to: stranger,
      value: 1,
      gasLimit: String(gas),
      maxFeePerGas: String(fee),
      maxPriorityFeePerGas: String(fee),
    })
    const hash = await askNext('eth_sendRawTransaction', raw)
    expect(await askNext('eth_getTransactionByHash', hash)).toMatchObject({
      type: '0x2',
      yParity: expect.stringMatching(/^0x[01]$/),
    })
    expect(await askNext('eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
      type: '0x2',
      effectiveGasPrice: '0x0',
    })
  })
})
