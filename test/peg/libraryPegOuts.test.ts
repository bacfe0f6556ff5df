import { address, networks, payments, Transaction } from 'bitcoinjs-lib'
import { BrowserProvider, Interface, Wallet } from 'ethers'
import { createTestClient, custom, parseEther, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { rootstock } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

/* Peg-outs like any payment of a library: without a gas limit, so that the library or the node estimates it. */

const bridge = '0x0000000000000000000000000000000001000006'
const mnemonic = 'test test test test test test test test test test test junk'
const releases = new Interface(['event release_btc(bytes32 indexed rskTxHash, bytes transaction)'])
const value = parseEther('0.01')
const satoshis = 1_000_000

let node: LocalNode
const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
beforeAll(async () => {
  node = await createNode({ peg: { isManual: true } })
  await ask('peg_in', { satoshis: 10 * satoshis, to: `0x${'42'.repeat(20)}` })
  await ask('peg_advance')
})
afterAll(() => node?.close())

/** The address of Bitcoin that belongs to a key of Rootstock. */
const bitcoinAddress = (publicKey: string): string =>
  payments.p2pkh({ pubkey: Buffer.from(publicKey.slice(2), 'hex'), network: networks.regtest }).address!

/** Lets the peg pay, and returns the amounts that the Bitcoin transaction pays to the address. */
async function paidTo(receiver: string, hash: string): Promise<number[]> {
  await ask('peg_advance')
  const { pegOuts } = Object(await ask('peg_status', hash))
  expect(pegOuts).toMatchObject([
    { stage: 'paid', bitcoinTransaction: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  const released = releases.getEvent('release_btc')!.topicHash
  const filter = { address: bridge, topics: [released], fromBlock: 'earliest', toBlock: 'latest' }
  const logs = Object(await ask('eth_getLogs', filter)) as { topics: string[]; data: string }[]
  const transactions = logs.map((log) => Transaction.fromHex(releases.parseLog(log)!.args[1].slice(2)))
  const made = transactions.find((transaction) => transaction.getId() === pegOuts[0].bitcoinTransaction)
  const script = address.toOutputScript(receiver, networks.regtest)
  return made!.outs.filter((out) => Buffer.compare(out.script, script) === 0).map((out) => Number(out.value))
}

describe('a peg-out without gas', () => {
  it.each(['with a key of its own', 'with an account of the node'])('is sent by ethers %s', async (kind) => {
    const provider = new BrowserProvider(node)
    const own = Wallet.fromPhrase(mnemonic, provider)
    const signer = kind === 'with a key of its own' ? own : await provider.getSigner(0)
    const estimate = await provider.estimateGas({ from: own.address, to: bridge, value })
    const sent = await signer.sendTransaction({ to: bridge, value })
    const receipt = await sent.wait()
    expect(receipt).toMatchObject({ status: 1, gasUsed: estimate })
    const [paid] = await paidTo(bitcoinAddress(own.signingKey.compressedPublicKey), sent.hash)
    expect(paid).toBeGreaterThan(satoshis * 0.9)
    provider.destroy()
  })

  it('is sent by viem', async () => {
    const account = mnemonicToAccount(mnemonic, { addressIndex: 1 })
    const chain = { ...rootstock, id: 33 }
    const client = createTestClient({ account, mode: 'anvil', chain, transport: custom(node) })
      .extend(publicActions)
      .extend(walletActions)
    const estimate = await client.estimateGas({ to: bridge, value })
    const hash = await client.sendTransaction({ to: bridge, value })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
      gasUsed: estimate,
    })
    const publicKey = Buffer.from(account.getHdKey().publicKey!).toString('hex')
    const [paid] = await paidTo(bitcoinAddress(`0x${publicKey}`), hash)
    expect(paid).toBeGreaterThan(satoshis * 0.9)
  })
})
