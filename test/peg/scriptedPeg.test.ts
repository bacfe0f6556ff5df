import { address, networks, payments, script, Transaction } from 'bitcoinjs-lib'
import { decodeRlp, encodeRlp, getBytes, hexlify, keccak256, toBeHex, toUtf8Bytes } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { BitcoinNetwork } from './bitcoinNetwork.ts'
import { type BitcoinKey, bitcoinKey, obstacleTo, paymentBy, signaturesOf } from './federation.ts'
import { bridgeAddress, eventIn, type Mined, PegNode, registration } from './pegNode.ts'

/*
 * The peg from outside: a node spoken to in JSON-RPC only, a Bitcoin made with bitcoinjs-lib, and federators who
 * sign what the Bridge gives them. The parts follow each other.
 */

const federators = ['federator1', 'federator2', 'federator3']
const newcomers = ['newcomer1', 'newcomer2', 'newcomer3', 'newcomer4']
const voters = ['auth-a', 'auth-b', 'auth-c']
const bitcoinsPerWei = 10n ** 10n
const bitcoin = 100_000_000n

const network = new BitcoinNetwork()
let node: PegNode
beforeAll(async () => {
  node = await PegNode.open(['cow', 'alice', ...federators, ...newcomers, ...voters])
})
afterAll(() => node.close())

const scriptFor = (text: string): Uint8Array => address.toOutputScript(text, networks.regtest)
const federationScript = async (): Promise<Uint8Array> =>
  scriptFor(String(await node.read('getFederationAddress')))

/** Mines a transaction of the federation with two blocks on top and registers it. */
async function mineOwn(transaction: Transaction): Promise<Mined> {
  const mined = network.mineTransaction(transaction)
  network.mine(2)
  await node.follow(network)
  return node.registerWithWitness(mined)
}

const update = (by = 'federator1'): Promise<Mined> => node.call(by, 'updateCollections')

/** Lets a transaction of the Bridge become deep enough for the signers. */
async function confirm(by?: string): Promise<void> {
  await node.pass(3)
  eventIn(await update(by), 'pegout_confirmed')
}

interface Unsigned {
  /** What it is known by. */
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

/** Bitcoin's variable integers one behind the other, as the event that creates a transaction has them. */
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
  /** Whose accounts send. */
  readonly names: readonly string[]
  readonly keyOf: (name: string) => BitcoinKey
  readonly values: readonly bigint[]
  readonly spent: readonly { readonly script: Uint8Array; readonly value: bigint }[]
}

/** Lets federators sign one after the other; the transaction that the last of them releases. */
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
  for (const [index, output] of spent.entries()) expect(obstacleTo(signed, index, output)).toBeUndefined()
  return signed
}

describe('the peg on a local network', () => {
  it('follows Bitcoin', async () => {
    network.mine(360)
    await node.follow(network)
    expect(await node.read('getBtcBlockchainBestChainHeight')).toBe(360n)
    expect(await node.request('eth_bridgeState')).toMatchObject({ btcBlockchainBestChainHeight: 360 })
  })

  it('credits a peg-in to the account of the key that paid, once', async () => {
    const value = 5n * bitcoin
    const payment = paymentBy(bitcoinKey('alice'), [{ script: await federationScript(), value }])
    const mined = network.mineTransaction(payment)
    network.mine(1)
    await node.follow(network)
    expect((await node.register('cow', mined)).events).toEqual([])
    network.mine(1)
    await node.follow(network)
    const [receiver, name, amount] = eventIn(await node.register('cow', mined), 'pegin_btc')
    expect([receiver.toLowerCase(), name]).toEqual([node.account('alice'), `0x${payment.getId()}`])
    expect(amount).toBe(value)
    expect(await node.balance('alice')).toBe(value * bitcoinsPerWei)
    expect(await node.read('isBtcTxHashAlreadyProcessed', payment.getId())).toBe(true)
    expect((await node.register('cow', mined)).events).toEqual([])
  })

  it('gives bitcoins back in a transaction that Bitcoin accepts', async () => {
    const own = await federationScript()
    const wei = 2n * bitcoin * bitcoinsPerWei
    const requested = await node.send('alice', { to: bridgeAddress, value: toBeHex(wei) })
    const payee = payments.p2pkh({ pubkey: bitcoinKey('alice').publicKey, network: networks.regtest })
    expect(eventIn(requested, 'release_request_received')[1]).toBe(payee.address)
    expect(await node.read('getQueuedPegoutsCount')).toBe(1n)

    const created = await update()
    expect(eventIn(created, 'batch_pegout_created')[1]).toBe(requested.transactionHash)
    expect(await node.read('getQueuedPegoutsCount')).toBe(0n)
    await confirm()
    const values = valuesOf(created)
    expect(values).toEqual([5n * bitcoin])
    const names = ['federator3', 'federator1']
    const spent = [{ script: own, value: values[0]! }]
    const signed = await sign('getStateForBtcReleaseClient', { names, keyOf: bitcoinKey, values, spent })

    const [payment, change] = signed.outs
    expect([payment?.script, change?.script]).toEqual([payee.output, own])
    expect(change?.value).toBe(3n * bitcoin)
    expect(payment!.value).toBeGreaterThan(2n * bitcoin - 100_000n)
    await mineOwn(signed)
    expect(await node.read('isBtcTxHashAlreadyProcessed', signed.getId())).toBe(true)
  })

  it('refunds what a contract registers, under the name of the contract’s call', async () => {
    const relay = assemble(
      `CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 0 ${BigInt(bridgeAddress)} GAS CALL STOP`,
    )
    const { contractAddress } = await node.send('cow', { data: hexlify(deployer(relay)) })
    const group = script.compile([
      script.OPS.OP_1!,
      bitcoinKey('bob').publicKey,
      script.OPS.OP_1!,
      script.OPS.OP_CHECKMULTISIG!,
    ])
    const payment = paymentBy(bitcoinKey('bob'), [{ script: await federationScript(), value: bitcoin }])
    payment.setInputScript(0, script.compile([script.OPS.OP_0!, Uint8Array.of(0x30), group]))
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
    const signing = { names: federators.slice(1), keyOf: bitcoinKey, values: [bitcoin], spent: payment.outs }
    const refund = await sign(client, signing)
    expect(refund.outs.map((output) => output.script)).toEqual([
      payments.p2sh({ redeem: { output: group } }).output,
    ])
  })

  it('changes its federation, which proves itself, takes over and gets the bitcoins', async () => {
    const own = await federationScript()
    const keyOf = (name: string): BitcoinKey => bitcoinKey(`${name}-btc`)
    for (const name of newcomers) await node.send('cow', { to: node.account(name), value: '0x1' })
    await voteFor(newcomers, keyOf)
    const proposed = String(await node.read('getProposedFederationAddress'))

    // The federation in charge pays the proposed one twice.
    const funded = await update()
    const fundValues = valuesOf(funded)
    await confirm()
    const fundSpent = fundValues.map((value) => ({ script: own, value }))
    const names = federators.slice(0, 2)
    const client = 'getStateForBtcReleaseClient'
    const fund = await sign(client, { names, keyOf: bitcoinKey, values: fundValues, spent: fundSpent })
    await mineOwn(fund)
    expect(fund.outs[0]?.script).toEqual(scriptFor(proposed))

    // The proposed federation pays both back.
    const spendValues = valuesOf(await update())
    const spent = fund.outs.slice(0, 2)
    expect(spendValues).toEqual(spent.map(({ value }) => value))
    const provers = newcomers.slice(1)
    const proof = await sign('getStateForSvpClient', { names: provers, keyOf, values: spendValues, spent })
    expect(proof.outs.map((output) => output.script)).toEqual([own])
    await mineOwn(proof)
    expect(await node.read('getProposedFederationAddress')).toBe('')

    // It takes over when its time has come, and the bitcoins follow.
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
    await mineOwn(migration)

    await node.pass(150)
    await update('newcomer1')
    expect(await node.read('getRetiringFederationSize')).toBe(-1n)
    expect(await node.read('getFederationSize')).toBe(4n)
  })
})

/** Three of five authorisers vote a federation of these members. */
async function voteFor(members: readonly string[], keyOf: (name: string) => BitcoinKey): Promise<void> {
  const everybody = async (method: string, ...args: readonly unknown[]): Promise<Mined> => {
    for (const voter of voters.slice(1)) await node.call(voter, method, ...args)
    return node.call(voters[0]!, method, ...args)
  }
  await everybody('createFederation')
  for (const name of members) {
    const keys = [keyOf(name), bitcoinKey(name), bitcoinKey(`${name}-mst`)].map(({ publicKey }) => publicKey)
    await everybody('addFederatorPublicKeyMultikey', ...keys)
  }
  const committed = await everybody('commitFederation', await node.bytes('getPendingFederationHash'))
  expect(eventIn(committed, 'commit_federation')[3]).toBe(await node.read('getProposedFederationAddress'))
}
