import { getCreateAddress, Transaction, Wallet } from 'ethers'
import { afterEach, describe, expect, it } from 'vitest'
import { type CreateNodeOptions, createNode, type LocalNode } from '../../src/index.ts'

let node: LocalNode
afterEach(() => node.close())

async function start(options: CreateNodeOptions = {}): Promise<void> {
  node = await createNode(options)
}
const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const failure = (method: string, ...params: unknown[]): Promise<unknown> =>
  ask(method, ...params).catch((error) => error)

/** Code that reverts with Error("no"). */
const reverting = `0x${[
  '7f08c379a000000000000000000000000000000000000000000000000000000000600052',
  '602060045260026024527f6e6f00000000000000000000000000000000000000000000000000000000000060445260646000fd',
].join('')}`
/** The transactions that publish the contracts: address, gas, code before the contract's, and signature. */
const published = [
  [
    '0x4e59b44847b379578588920ca78fbf26c0b4956c',
    100_000,
    '604580600e600039806000f350fe',
    27,
    `0x${'22'.repeat(32)}`,
    `0x${'22'.repeat(32)}`,
  ],
  [
    '0xca11bde05977b3631167028862be2a173976ca11',
    1_000_000,
    '608060405234801561001057600080fd5b50610ee0806100206000396000f3fe',
    28,
    '0xedce47092c0f398cebf3ffc267f05c8e7076e3b89445e0fe50f6332273d4569b',
    '0x1b0b9d000e19b24c5869b0fc3b22b0d6fa47cd63316875cbbd577d76e6fde086',
  ],
  [
    '0x1820a4b7618bde71dce8cdc73aab6c95905fad24',
    800_000,
    '608060405234801561001057600080fd5b506109c5806100206000396000f3fe',
    27,
    `0x${'1820'.repeat(16)}`,
    `0x${'1820'.repeat(16)}`,
  ],
] as const

const elsewhere = `0x${'ee'.repeat(20)}`

describe('a development chain', () => {
  it('starts at the present with accounts of the known phrase', async () => {
    await start()
    expect(node.accounts[0]!.address).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    expect(node.accounts).toHaveLength(10)
    expect(await ask('eth_getBalance', node.accounts[9]!.address, 'latest')).toBe('0x21e19e0c9bab2400000')
    const { timestamp } = (await ask('eth_getBlockByNumber', '0x0', false)) as { timestamp: string }
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('has the requested accounts, funds, chain id and time', async () => {
    await start({
      accounts: 2,
      balance: 5n,
      chainId: 44,
      timestamp: 1_600_000_000,
      gasLimitTarget: 30_000_000n,
    })
    expect(node.accounts).toHaveLength(2)
    expect(await ask('eth_getBalance', node.accounts[1]!.address, 'latest')).toBe('0x5')
    expect(await ask('eth_chainId')).toBe('0x2c')
    await ask('evm_mine')
    expect(await ask('eth_getBlockByNumber', '0x0', false)).toMatchObject({ timestamp: '0x5f5e1000' })
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ gasLimit: '0x1c9c380' })
    const { timestamp } = (await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: string }
    expect(Number(timestamp)).toBeGreaterThan(1_600_000_000)
    expect(Number(timestamp)).toBeLessThan(1_600_000_000 + 3_600)
  })

  it.each([
    [{ chainId: 31337 }, 'chainId must be a whole number from 1 to 109, got 31337'],
    [{ accounts: -1 }, 'accounts must be a whole number from 0 to 1000, got -1'],
    [
      { timestamp: 1.5 },
      'timestamp must be seconds since 1970, a whole number from 0 to 99999999999, got 1.5',
    ],
  ])('does not start with %j', async (options, message) => {
    await start()
    await expect(createNode(options)).rejects.toThrow(message)
  })

  it('continues at the present after the first block of a genesis file', async () => {
    await start({ genesisTimestamp: 0 })
    await ask('evm_mine')
    expect(await ask('eth_getBlockByNumber', '0x0', false)).toMatchObject({ timestamp: '0x0' })
    const { timestamp } = (await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: string }
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('estimates the gas of a transaction that names none', async () => {
    await start()
    const hash = await ask('eth_sendTransaction', {
      from: node.accounts[0]!.address,
      data: `0x${'600150'.repeat(900)}`,
    })
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    const refused = await failure('eth_sendTransaction', { from: node.accounts[0]!.address, data: reverting })
    expect(refused).toMatchObject({ code: 3, message: 'execution reverted: no' })
  })

  it('answers blocks without the REMASC transaction, unless it is requested', async () => {
    await start()
    await ask('eth_sendTransaction', { from: node.accounts[0]!.address, to: elsewhere, value: '0x1' })
    expect(await ask('eth_getBlockTransactionCountByNumber', 'latest')).toBe('0x1')
    expect(await ask('eth_getBlockReceipts', 'latest')).toHaveLength(1)
    expect(
      ((await ask('eth_getBlockByNumber', 'latest', true)) as { transactions: [] }).transactions,
    ).toHaveLength(1)
    node.close()
    await start({ skipRemasc: false, clientVersion: 'plain' })
    await ask('evm_mine')
    expect(await ask('eth_getBlockTransactionCountByNumber', 'latest')).toBe('0x1')
    expect(await ask('web3_clientVersion')).toMatch(/^Cambium\//)
  })

  it.each([true, false])(
    'traces and explores the transactions that a block shows: %s',
    async (skipRemasc) => {
      await start({ skipRemasc })
      const [from, to] = node.accounts.map(({ address }) => address)
      await ask('eth_sendTransaction', { from, to, value: '0x1' })
      const { hash, transactions: shown } = (await ask('eth_getBlockByNumber', '0x1', false)) as {
        hash: string
        transactions: string[]
      }
      expect(shown).toHaveLength(skipRemasc ? 1 : 2)
      const calls = { tracer: 'callTracer' }
      const hashesIn = async (method: string, ...params: unknown[]): Promise<unknown[]> =>
        [
          ...JSON.stringify(await ask(method, ...params)).matchAll(/"(?:txHash|transactionHash)":"(0x\w+)"/g),
        ].map(([, transaction]) => transaction)
      expect(await hashesIn('debug_traceBlockByNumber', '0x1', calls)).toEqual(shown)
      expect(await hashesIn('debug_traceBlockByHash', hash, calls)).toEqual(shown)
      expect(await hashesIn('trace_block', '0x1')).toEqual(shown)
      expect(await hashesIn('trace_filter', { fromBlock: '0x1', toBlock: '0x1' })).toEqual(shown)
      expect(await hashesIn('trace_replayBlockTransactions', '0x1', ['trace'])).toEqual(shown)
      expect(await hashesIn('ots_getBlockTransactions', 1, 0, 25)).toEqual(shown)
      expect(await ask('ots_getBlockDetails', 1)).toMatchObject({ block: { transactionCount: shown.length } })
    },
  )

  it('overrides state and block of calls and estimates', async () => {
    await start()
    // TIMESTAMP, NUMBER and COINBASE are returned.
    const code = '0x42600052436020524160405260606000f3'
    const call = { to: elsewhere }
    const block = { time: '0x64', number: '0xc8', feeRecipient: node.accounts[3]!.address }
    const output = (await ask('eth_call', call, 'latest', { [elsewhere]: { code } }, block)) as string
    expect(
      output
        .slice(2)
        .match(/.{64}/g)!
        .map((word) => BigInt(`0x${word}`)),
    ).toEqual([100n, 200n, BigInt(node.accounts[3]!.address)])
    const plain = await ask('eth_estimateGas', call)
    const overridden = await ask('eth_estimateGas', call, 'latest', { [elsewhere]: { code } }, block)
    expect(Number(overridden)).toBeGreaterThan(Number(plain))
    expect(await failure('eth_call', call, 'latest', {}, { tome: '0x1' })).toMatchObject({
      message: 'invalid block override: unknown member tome',
    })
  })

  it('answers the failure of a mined transaction on request', async () => {
    await start({ throwOnRevert: true })
    const from = node.accounts[0]!.address
    await ask('anvil_setCode', elsewhere, reverting)
    const data = expect.stringMatching(/^0x08c379a0/)
    const failing = { from, to: elsewhere, gas: '0x186a0' }
    const error = await failure('eth_sendTransaction', failing)
    expect(error).toMatchObject({
      code: 3,
      message: 'execution reverted: no',
      data: { message: 'execution reverted: no', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), data },
    })
    const { txHash } = Object(error).data
    expect(await ask('eth_getTransactionReceipt', txHash)).toMatchObject({
      status: '0x0',
      blockNumber: '0x1',
    })
    const { raw } = Object(await ask('eth_signTransaction', failing))
    expect(await failure('eth_sendRawTransaction', raw)).toMatchObject({ code: 3, data: { data } })
    const halting = { from, data: '0xfe', gas: '0x186a0' }
    expect(await failure('eth_sendTransaction', halting)).toMatchObject({
      message: 'invalid opcode',
      data: { data: '0x' },
    })
    expect(
      await ask('eth_sendTransaction', { from, to: node.accounts[1]!.address, gas: '0x5208' }),
    ).toHaveLength(66)
    // A waiting transaction has no outcome yet.
    await ask('evm_setAutomine', false)
    expect(await ask('eth_sendTransaction', failing)).toHaveLength(66)
  })

  it('keeps many transactions of one account that arrive in any order', async () => {
    await start()
    const from = node.accounts[0]!.address
    const hashes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        ask('eth_sendTransaction', {
          from,
          to: elsewhere,
          gas: '0x5208',
          nonce: `0x${(199 - index).toString(16)}`,
        }),
      ),
    )
    expect(new Set(hashes).size).toBe(200)
    expect(await ask('eth_getTransactionCount', from, 'latest')).toBe('0xc8')
    expect(await failure('hardhat_mine', '0x186a1')).toMatchObject({
      message: expect.stringContaining('expected 1 to 100000'),
    })
  })

  it('executes typed transactions, and refuses them with advice on request', async () => {
    await start({ acceptTyped: false })
    const wallet = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const signed = (type: 1 | 2, nonce: number): Promise<string> =>
      wallet.signTransaction({
        type,
        nonce,
        chainId: 33,
        gasLimit: 100_000,
        to: elsewhere,
        value: 7,
        accessList: [{ address: elsewhere, storageKeys: [`0x${'0'.repeat(64)}`] }],
        ...(type === 1 ? { gasPrice: 3 } : { maxFeePerGas: 3, maxPriorityFeePerGas: 1 }),
      })
    expect(await failure('eth_sendRawTransaction', await signed(2, 0))).toMatchObject({
      message: expect.stringContaining("viem: type 'legacy', Foundry: --legacy"),
    })
    node.close()
    await start()
    const blobs = `0x03f84e${'80'.repeat(78)}`
    expect(await failure('eth_sendRawTransaction', blobs)).toMatchObject({
      message: expect.stringContaining('Rootstock has no blobs'),
    })
    for (const [nonce, type] of ([1, 2] as const).entries()) {
      const raw = await signed(type, nonce)
      const hash = await ask('eth_sendRawTransaction', raw)
      expect(hash).toBe(Transaction.from(raw).hash)
      const shown = { from: wallet.address.toLowerCase(), type: `0x${type}` }
      expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({
        ...shown,
        gasPrice: type === 1 ? '0x3' : '0x1',
      })
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ ...shown, status: '0x1' })
    }
    expect(await ask('eth_getBalance', elsewhere, 'latest')).toBe('0xe')
    const broken = `${(await signed(2, 2)).slice(0, -2)}`
    expect(await failure('eth_sendRawTransaction', broken)).toMatchObject({ code: expect.any(Number) })
  })

  it('has the contracts of every chain at the addresses that follow from their transactions', async () => {
    await start()
    for (const [address, gas, init, v, r, s] of published) {
      const code = (await ask('eth_getCode', address, 'latest')) as string
      const data = `0x${init}${code.slice(2)}`
      const gasPrice = '0x174876e800'
      const transaction = Transaction.from({ type: 0, gasPrice, gasLimit: gas, data, signature: { v, r, s } })
      expect(getCreateAddress({ from: transaction.from!, nonce: 0 }).toLowerCase()).toBe(address)
    }
  })

  it('answers the pending block', async () => {
    await start({ mining: 'manual' })
    await ask('eth_sendTransaction', { from: node.accounts[0]!.address, to: elsewhere, value: '0x1' })
    expect(await ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
      hash: null,
      number: '0x1',
      transactions: [expect.stringMatching(/^0x/)],
    })
  })

  it('distinguishes the gas limit of a transaction from that of the block', async () => {
    await start()
    const transaction = { from: node.accounts[0]!.address, to: elsewhere, gas: '0x895440' }
    expect(await failure('eth_sendTransaction', transaction)).toMatchObject({
      message: expect.stringContaining('gas 9000000, at most 6800000 of a block of 10000000'),
    })
  })

  it('deploys longer code than Rootstock allows on request', async () => {
    // Returns 26,000 zero bytes as the code.
    const deployment = { data: '0x620065906000f3', gas: '0x5b8d80' }
    const deployed = async (): Promise<unknown> => {
      const hash = await ask('eth_sendTransaction', { from: node.accounts[0]!.address, ...deployment })
      return ask('eth_getTransactionReceipt', hash)
    }
    await start()
    expect(await deployed()).toMatchObject({ status: '0x0' })
    node.close()
    await start({ codeSizeLimit: 26_000 })
    expect(await deployed()).toMatchObject({ status: '0x1' })
    node.close()
    await start({ codeSizeLimit: 25_999 })
    expect(await deployed()).toMatchObject({ status: '0x0' })
  })

  it('adds and removes accounts without keys under a passphrase', async () => {
    await start()
    const transfer = { from: elsewhere, to: node.accounts[1]!.address, value: '0x1', gas: '0x5208' }
    await ask('anvil_setBalance', elsewhere, '0xde0b6b3a7640000')
    expect(await ask('evm_addAccount', node.accounts[0]!.address, 'secret')).toBe(false)
    expect(await ask('evm_removeAccount', elsewhere, 'secret')).toBe(false)
    expect(await ask('evm_addAccount', elsewhere, 'secret')).toBe(true)
    expect(await ask('evm_addAccount', elsewhere, 'other')).toBe(false)
    expect(await ask('personal_listAccounts')).toContain(elsewhere)
    expect(await failure('eth_sendTransaction', transfer)).toBeInstanceOf(Error)
    expect(await failure('personal_unlockAccount', elsewhere, 'other')).toMatchObject({
      message: 'the passphrase is not that of the account',
    })
    expect(await ask('personal_unlockAccount', elsewhere, 'secret')).toBe(true)
    const hash = await ask('eth_sendTransaction', transfer)
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ from: elsewhere, status: '0x1' })
    expect(await ask('personal_lockAccount', elsewhere)).toBe(true)
    expect(await failure('eth_sendTransaction', transfer)).toBeInstanceOf(Error)
    expect(await failure('evm_removeAccount', elsewhere, 'other')).toBeInstanceOf(Error)
    expect(await ask('evm_removeAccount', elsewhere, 'secret')).toBe(true)
    expect(await ask('personal_listAccounts')).not.toContain(elsewhere)
  })

  it('increases time from the best block, which is ahead of the clock after many blocks', async () => {
    const startSeconds = 1_700_000_000
    await start({ clock: () => startSeconds * 1000 })
    node.mine({ blocks: 30 })
    const best = node.chain.head.timestamp
    expect(best).toBeGreaterThanOrEqual(startSeconds + 29)
    await ask('evm_increaseTime', 1000)
    await ask('evm_mine')
    expect(node.chain.head.timestamp).toBe(best + 1000)
    node.increaseTime(50)
    node.mine()
    expect(node.chain.head.timestamp).toBe(best + 1050)
  })

  it('answers the requests of tools before they use a chain', async () => {
    await start()
    expect(await ask('net_listening')).toBe(true)
    const [from, to] = node.accounts.map(({ address }) => address)
    const hash = await ask('eth_sendTransaction', { from, to, value: '0x1', gasPrice: '0x5' })
    expect(await ask('eth_getRawTransactionByHash', hash)).toMatch(/^0xf8/)
    const history = await ask('eth_feeHistory', '0x1', 'pending', [50])
    expect(history).toEqual(await ask('eth_feeHistory', '0x1', 'latest', [50]))
    expect(history).toMatchObject({ oldestBlock: '0x1', reward: [['0x5']] })
  })

  it('notifies of whole pending transactions on request', async () => {
    await start()
    const received: unknown[] = []
    node.on('message', ({ data }) => received.push(data.result))
    await ask('eth_subscribe', 'newPendingTransactions', true)
    const [from, to] = node.accounts.map(({ address }) => address)
    const hash = await ask('eth_sendTransaction', { from, to, value: '0x7' })
    expect(received).toEqual([expect.objectContaining({ hash, from, to, value: '0x7', blockHash: null })])
    expect(await ask('eth_subscribe', 'newPendingTransactions', false)).toMatch(/^0x/)
    expect(await failure('eth_subscribe', 'newHeads', true)).toMatchObject({ code: -32602 })
  })

  it('finds the account that signed a message', async () => {
    await start()
    const [account] = node.accounts.map(({ address }) => address)
    const signature = String(await ask('personal_sign', '0x6869', account, ''))
    expect(await ask('personal_ecRecover', '0x6869', signature)).toBe(account)
    const ofHardware = `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}`
    expect(await ask('personal_ecRecover', '0x6869', ofHardware)).toBe(account)
    expect(await ask('personal_ecRecover', '0x6868', signature)).not.toBe(account)
    for (const wrong of [signature.slice(0, -2), `${signature.slice(0, -2)}ff`, `0x${'00'.repeat(65)}`])
      expect(await failure('personal_ecRecover', '0x6869', wrong)).toMatchObject({
        code: -32602,
        message: expect.stringContaining('invalid argument signature'),
      })
  })

  it('refuses data and input that differ', async () => {
    await start()
    expect(await ask('eth_call', { to: elsewhere, data: '0x01', input: '0x01' })).toBe('0x')
    expect(await failure('eth_call', { to: elsewhere, data: '0x01', input: '0x02' })).toMatchObject({
      message: 'invalid argument: data and input differ; send one of them',
    })
  })
})
