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
const elsewhere = `0x${'ee'.repeat(20)}`

describe('a development chain', () => {
  it('starts at the present with accounts of the known phrase', async () => {
    await start()
    expect(node.accounts[0]).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    expect(node.accounts).toHaveLength(10)
    expect(await ask('eth_getBalance', node.accounts[9], 'latest')).toBe('0x21e19e0c9bab2400000')
    const { timestamp } = (await ask('eth_getBlockByNumber', '0x0', false)) as { timestamp: string }
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('has the accounts, funds, chain id and time that are asked for', async () => {
    await start({
      accounts: 2,
      balance: 5n,
      chainId: 44,
      timestamp: 1_600_000_000,
      gasLimitTarget: 30_000_000n,
    })
    expect(node.accounts).toHaveLength(2)
    expect(await ask('eth_getBalance', node.accounts[1], 'latest')).toBe('0x5')
    expect(await ask('eth_chainId')).toBe('0x2c')
    await ask('evm_mine')
    expect(await ask('eth_getBlockByNumber', '0x0', false)).toMatchObject({ timestamp: '0x5f5e1000' })
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ gasLimit: '0x1c9c380' })
  })

  it('estimates the gas of a transaction that names none', async () => {
    await start()
    const hash = await ask('eth_sendTransaction', {
      from: node.accounts[0],
      data: `0x${'600150'.repeat(900)}`,
    })
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    const refused = await failure('eth_sendTransaction', { from: node.accounts[0], data: reverting })
    expect(refused).toMatchObject({ code: 3, message: 'execution reverted: no' })
  })

  it('answers blocks without the REMASC transaction, unless it is asked for', async () => {
    await start()
    await ask('eth_sendTransaction', { from: node.accounts[0], to: elsewhere, value: '0x1' })
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

  it('overrides state and block of calls and estimates', async () => {
    await start()
    // TIMESTAMP, NUMBER and COINBASE are returned.
    const code = '0x42600052436020524160405260606000f3'
    const call = { to: elsewhere }
    const block = { time: '0x64', number: '0xc8', feeRecipient: node.accounts[3] }
    const output = (await ask('eth_call', call, 'latest', { [elsewhere]: { code } }, block)) as string
    expect(
      output
        .slice(2)
        .match(/.{64}/g)!
        .map((word) => BigInt(`0x${word}`)),
    ).toEqual([100n, 200n, BigInt(node.accounts[3]!)])
    const plain = await ask('eth_estimateGas', call)
    const overridden = await ask('eth_estimateGas', call, 'latest', { [elsewhere]: { code } }, block)
    expect(Number(overridden)).toBeGreaterThan(Number(plain))
    expect(await failure('eth_call', call, 'latest', {}, { tome: '0x1' })).toMatchObject({
      message: 'invalid block override: unknown member tome',
    })
  })
})
