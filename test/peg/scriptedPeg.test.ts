import { address, networks, payments, script, Transaction } from 'bitcoinjs-lib'
import { decodeRlp, encodeRlp, getBytes, hexlify, keccak256, toBeHex, toUtf8Bytes } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { BitcoinNetwork } from './bitcoinNetwork.ts'
import { type BitcoinKey, bitcoinKey, paymentBy, rejectionOf, signaturesOf } from './federation.ts'
import { bridgeAddress, eventIn, type Mined, PegNode, registration } from './pegNode.ts'

/*
 * The peg as its users see it: a node over JSON-RPC, a Bitcoin network made with bitcoinjs-lib, and federators who sign the
 * Bridge's transactions. Each test continues where the one before ended.
 */

const federators = ['federator1', 'federator2', 'federator3']
const newcomers = ['newcomer1', 'newcomer2', 'newcomer3', 'newcomer4']
const voters = ['auth-a', 'auth-b', 'auth-c']
const weiPerSatoshi = 10n ** 10n
const satoshisPerBitcoin = 100_000_000n

const network = new BitcoinNetwork()
let node: PegNode
beforeAll(async () => {
  node = await PegNode.open(['cow', 'alice', ...federators, ...newcomers, ...voters])
})
afterAll(() => node.close())

const scriptFor = (text: string): Uint8Array => address.toOutputScript(text, networks.regtest)
const federationScript = async (): Promise<Uint8Array> =>
  scriptFor(String(await node.read('getFederationAddress')))

/** Mines a transaction of the federation and two more blocks, then registers it. */
async function mineAndRegister(transaction: Transaction): Promise<Mined> {
  const mined = network.mineTransaction(transaction)
  network.mine(2)
  await node.follow(network)
  return node.registerWithWitness(mined)
}

const update = (by = 'federator1'): Promise<Mined> => node.call(by, 'updateCollections')

/** Mines until the Bridge's transaction is confirmed and waits for signatures. */
async function confirm(by?: string): Promise<void> {
  await node.pass(3)
  eventIn(await update(by), 'pegout_confirmed')
}

interface Unsigned {
  /** Hash of the Rootstock transaction that identifies it. */
  readonly hash: string
  readonly transaction: Transaction
}

/** The only transaction that waits for signatures. */
async function waiting(method: string): Promise<Unsigned> {
  const [entries] = decodeRlp(await node.bytes(method)) as string[][]
  expect(entries).toHaveLength(2)
  const [hash, bytes] = entries as [string, string]
  return { hash, transaction: Transaction.fromBuffer(getBytes(bytes)) }
}

/** Decodes the concatenated variable integers of `pegout_transaction_created`: the values of the inputs. */
function valuesOf(created: Mined): bigint[] {
  const bytes = getBytes(eventIn(created, 'pegout_transaction_created')[1])
  const values: bigint[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes[at] === 0xfd ? 2 : bytes[at] === 0xfe ? 4 : bytes[at] === 0xff ? 8 : 0
    const digits = size === 0 ? bytes.subarray(at, at + 1) : bytes.slice(at + 1, at + 1 + size).reverse()
    values.push(BigInt(hexlify(digits)))
    at += 1 + size
  }
  return values
}

interface Signing {
  /** Accounts of the signers. */
  readonly names: readonly string[]
  readonly keyOf: (name: string) => BitcoinKey
  readonly values: readonly bigint[]
  readonly spent: readonly { readonly script: Uint8Array; readonly value: bigint }[]
}

/** Federators sign one after the other; returns the transaction that the last signature completes. */
async function sign(method: string, { names, keyOf, values, spent }: Signing): Promise<Transaction> {
  const { hash, transaction } = await waiting(method)
  let released: Mined | undefined
  for (const name of names) {
    if (released) expect(released.events.map((event) => event.name)).not.toContain('release_btc')
    const { publicKey } = keyOf(name)
    const signatures = signaturesOf(keyOf(name), transaction, values)
    released = await node.call(name, 'addSignature', publicKey, signatures, hash)
    eventIn(released, 'add_signature')
  }
  const signed = Transaction.fromBuffer(getBytes(eventIn(released!, 'release_btc')[1]))
  expect(signed.getId()).toBe(transaction.getId())
  for (const [index, output] of spent.entries()) expect(rejectionOf(signed, index, output)).toBeUndefined()
  return signed
}

describe('the Bridge on a local network', () => {
  it('follows the headers of Bitcoin', async () => {
    network.mine(360)
    await node.follow(network)
    expect(await node.read('getBtcBlockchainBestChainHeight')).toBe(360n)
    expect(await node.request('eth_bridgeState')).toMatchObject({ btcBlockchainBestChainHeight: 360 })
  })

  it('credits a confirmed peg-in once, to the account of the sender’s key', async () => {
    const value = 5n * satoshisPerBitcoin
    const payment = paymentBy(bitcoinKey('alice'), [{ script: await federationScript(), value }])
    const before = await node.balance('alice')
    const mined = network.mineTransaction(payment)
    network.mine(1)
    await node.follow(network)
    expect((await node.register('cow', mined)).events).toEqual([])
    network.mine(1)
    await node.follow(network)
    const [receiver, name, amount] = eventIn(await node.register('cow', mined), 'pegin_btc')
    expect([receiver.toLowerCase(), name]).toEqual([node.account('alice'), `0x${payment.getId()}`])
    expect(amount).toBe(value)
    expect((await node.balance('alice')) - before).toBe(value * weiPerSatoshi)
    expect(await node.read('isBtcTxHashAlreadyProcessed', payment.getId())).toBe(true)
    expect((await node.register('cow', mined)).events).toEqual([])
  })

  it('releases a peg-out in a transaction that Bitcoin accepts', async () => {
    const own = await federationScript()
    const wei = 2n * satoshisPerBitcoin * weiPerSatoshi
    const requested = await node.send('alice', { to: bridgeAddress, value: toBeHex(wei) })
    const payee = payments.p2pkh({ pubkey: bitcoinKey('alice').publicKey, network: networks.regtest })
    expect(eventIn(requested, 'release_request_received')[1]).toBe(payee.address)
    expect(await node.read('getQueuedPegoutsCount')).toBe(1n)

    const created = await update()
    expect(eventIn(created, 'batch_pegout_created')[1]).toBe(requested.transactionHash)
    expect(await node.read('getQueuedPegoutsCount')).toBe(0n)
    await confirm()
    const values = valuesOf(created)
    expect(values).toEqual([5n * satoshisPerBitcoin])
    const names = ['federator3', 'federator1']
    const spent = [{ script: own, value: values[0]! }]
    const signed = await sign('getStateForBtcReleaseClient', { names, keyOf: bitcoinKey, values, spent })

    const [payment, change] = signed.outs
    expect([payment?.script, change?.script]).toEqual([payee.output, own])
    expect(change?.value).toBe(3n * satoshisPerBitcoin)
    expect(payment!.value).toBeGreaterThan(2n * satoshisPerBitcoin - 100_000n)
    await mineAndRegister(signed)
    expect(await node.read('isBtcTxHashAlreadyProcessed', signed.getId())).toBe(true)
  })

  it('refunds a peg-in that a contract registers, under the hash of the contract’s internal call', async () => {
    const relay = assemble(
      `CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 0 ${BigInt(bridgeAddress)} GAS CALL STOP`,
    )
    const { contractAddress } = await node.send('cow', { data: hexlify(deployer(relay)) })
    const multisig = script.compile([
      script.OPS.OP_1!,
      bitcoinKey('bob').publicKey,
      script.OPS.OP_1!,
      script.OPS.OP_CHECKMULTISIG!,
    ])
    const payment = paymentBy(bitcoinKey('bob'), [
      { script: await federationScript(), value: satoshisPerBitcoin },
    ])
    payment.setInputScript(0, script.compile([script.OPS.OP_0!, Uint8Array.of(0x30), multisig]))
    const mined = network.mineTransaction(payment)
    network.mine(2)
    await node.follow(network)

    const registered = await node.send('cow', { to: contractAddress, data: registration(mined) })
    expect(eventIn(registered, 'rejected_pegin')[1]).toBe(2n)
    const { gasLimit } = (await node.request('eth_getBlockByNumber', 'latest', false)) as { gasLimit: string }
    const internal = encodeRlp([
      '0x',
      registered.transactionHash,
      contractAddress!,
      bridgeAddress,
      '0x',
      '0x',
      toBeHex(BigInt(gasLimit), 32),
      '0x',
      hexlify(toUtf8Bytes('call')),
      '0x',
      '0x',
      '0x',
    ])
    expect(eventIn(registered, 'release_requested')[0]).toBe(keccak256(internal))
    await confirm()
    const client = 'getStateForBtcReleaseClient'
    expect((await waiting(client)).hash).toBe(keccak256(internal))
    const signing = {
      names: federators.slice(1),
      keyOf: bitcoinKey,
      values: [satoshisPerBitcoin],
      spent: payment.outs,
    }
    const refund = await sign(client, signing)
    expect(refund.outs.map((output) => output.script)).toEqual([
      payments.p2sh({ redeem: { output: multisig } }).output,
    ])
  })

  it('changes the federation: validation, activation and migration of the funds', async () => {
    const own = await federationScript()
    const keyOf = (name: string): BitcoinKey => bitcoinKey(`${name}-btc`)
    for (const name of newcomers) await node.send('cow', { to: node.account(name), value: '0x1' })
    await voteFor(newcomers, keyOf)
    const proposed = String(await node.read('getProposedFederationAddress'))

    // The active federation pays the proposed one twice.
    const funded = await update()
    const fundValues = valuesOf(funded)
    await confirm()
    const fundSpent = fundValues.map((value) => ({ script: own, value }))
    const names = federators.slice(0, 2)
    const client = 'getStateForBtcReleaseClient'
    const fund = await sign(client, { names, keyOf: bitcoinKey, values: fundValues, spent: fundSpent })
    await mineAndRegister(fund)
    expect(fund.outs[0]?.script).toEqual(scriptFor(proposed))

    // The proposed federation pays both back.
    const spendValues = valuesOf(await update())
    const spent = fund.outs.slice(0, 2)
    expect(spendValues).toEqual(spent.map(({ value }) => value))
    const provers = newcomers.slice(1)
    const proof = await sign('getStateForSvpClient', { names: provers, keyOf, values: spendValues, spent })
    expect(proof.outs.map((output) => output.script)).toEqual([own])
    await mineAndRegister(proof)
    expect(await node.read('getProposedFederationAddress')).toBe('')

    // The proposed federation becomes active after 150 blocks; the migration starts 15 blocks later.
    await node.pass(150)
    expect(await node.read('getFederationAddress')).toBe(proposed)
    expect(await node.read('getRetiringFederationSize')).toBe(3n)
    await node.pass(15)
    const migrated = await update('newcomer1')
    const values = valuesOf(migrated)
    await confirm('newcomer1')
    const coins = values.map((value) => ({ script: own, value }))
    const migration = await sign(client, { names, keyOf: bitcoinKey, values, spent: coins })
    expect(migration.outs.map((output) => output.script)).toEqual([scriptFor(proposed)])
    await mineAndRegister(migration)

    await node.pass(150)
    await update('newcomer1')
    expect(await node.read('getRetiringFederationSize')).toBe(-1n)
    expect(await node.read('getFederationSize')).toBe(4n)
  })
})

/** Three of five authorisers vote for a federation of these members. */
async function voteFor(members: readonly string[], keyOf: (name: string) => BitcoinKey): Promise<void> {
  const allVote = async (method: string, ...args: readonly unknown[]): Promise<Mined> => {
    for (const voter of voters.slice(1)) await node.call(voter, method, ...args)
    return node.call(voters[0]!, method, ...args)
  }
  await allVote('createFederation')
  for (const name of members) {
    const keys = [keyOf(name), bitcoinKey(name), bitcoinKey(`${name}-mst`)].map(({ publicKey }) => publicKey)
    await allVote('addFederatorPublicKeyMultikey', ...keys)
  }
  const committed = await allVote('commitFederation', await node.bytes('getPendingFederationHash'))
  expect(eventIn(committed, 'commit_federation')[3]).toBe(await node.read('getProposedFederationAddress'))
}
