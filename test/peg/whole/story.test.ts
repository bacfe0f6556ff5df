import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { address, networks, payments, script, Transaction } from 'bitcoinjs-lib'
import { computeAddress, getBytes, keccak256, toUtf8Bytes } from 'ethers'
import { afterEach, describe, expect, it } from 'vitest'
import { withHardfork } from '../../../src/cli/configuration/developmentConfiguration.ts'
import { BitcoinRpc } from '../../../src/dev/bitcoin/rpc/bitcoinRpc.ts'
import { SimulatedBitcoin } from '../../../src/dev/bitcoin/simulatedBitcoin.ts'
import type { Node } from '../../../src/node/node.ts'
import type { NodeOptions } from '../../../src/node/nodeOptions.ts'
import { openNode } from '../../../src/node/openNode.ts'
import { asAddress } from '../../../src/primitives/bytes.ts'
import { toHexDigits } from '../../../src/primitives/hex.ts'

/* The peg as a Bitcoin library uses it: payments made and verified by bitcoinjs-lib, Bitcoin only through its JSON-RPC. */

const weiPerSatoshi = 10n ** 10n
const receiver = asAddress(new Uint8Array(20).fill(0x42))
const privateKey = getBytes(keccak256(toUtf8Bytes('bitcoin user')))
const publicKey = secp256k1.getPublicKey(privateKey, true)
const own = payments.p2pkh({ pubkey: publicKey, network: networks.regtest })
const account = asAddress(getBytes(computeAddress(`0x${toHexDigits(publicKey)}`)))

const nodes: Node[] = []
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

async function open(options: NodeOptions = {}) {
  const errors: unknown[] = []
  const onError = (error: unknown): void => void errors.push(error)
  const node = await openNode({ development: {}, peg: { isManual: true }, onError, ...options })
  nodes.push(node)
  const peg = node.peg!
  if (!(peg.bitcoin instanceof SimulatedBitcoin)) throw new Error('the Bitcoin is not simulated')
  const rpc = new BitcoinRpc(peg.bitcoin, onError)
  const ask = async (method: string, ...params: unknown[]) => {
    const { text } = await rpc.answer(JSON.stringify({ id: 1, method, params }))
    const { result, error } = JSON.parse(text)
    if (error) throw new Error(error.message)
    return result
  }
  const balance = (of: Uint8Array): bigint => node.chain.stateAt('latest')!.balance(of)
  return { node, peg, ask, balance, errors }
}

type World = Awaited<ReturnType<typeof open>>

/** A payment from the own address, which the wallet funds through JSON-RPC. */
async function paymentTo(world: World, receiverAddress: string, satoshis: bigint, data?: Uint8Array) {
  return paymentOf(await coinOf(world, satoshis + 10_000n), receiverAddress, satoshis, data)
}

interface Coin {
  readonly id: string
  readonly index: number
}

/** An output of the own address. */
async function coinOf({ ask }: World, satoshis: bigint): Promise<Coin> {
  const id: string = await ask('sendtoaddress', own.address, Number(satoshis) / 1e8)
  const funding = Transaction.fromHex(await ask('getrawtransaction', id))
  return { id, index: funding.outs.findIndex((output) => Buffer.compare(output.script, own.output!) === 0) }
}

/** Spends a coin of the own address; a later payment of the same coin may replace it (BIP-125). */
function paymentOf({ id, index }: Coin, receiverAddress: string, satoshis: bigint, data?: Uint8Array) {
  const payment = new Transaction()
  payment.version = 2
  payment.addInput(Buffer.from(id, 'hex').reverse(), index, 0xfffffffd)
  payment.addOutput(address.toOutputScript(receiverAddress, networks.regtest), satoshis)
  if (data) payment.addOutput(payments.embed({ data: [data] }).output!, 0n)
  const hash = payment.hashForSignature(0, own.output!, Transaction.SIGHASH_ALL)
  const signature = secp256k1.sign(hash, privateKey, { prehash: false })
  payment.setInputScript(0, script.compile([script.signature.encode(signature, 1), publicKey]))
  return payment
}

describe('a peg-in by bitcoinjs-lib through Bitcoin’s JSON-RPC', () => {
  it('credits the account of the sender’s key', async () => {
    const world = await open()
    const payment = await paymentTo(world, world.peg.summary().address, 3_000_000n)
    expect(await world.ask('sendrawtransaction', payment.toHex())).toBe(payment.getId())
    await world.peg.advance('all')
    expect(world.balance(account)).toBe(3_000_000n * weiPerSatoshi)
  })

  it('credits the contract that the instructions name', async () => {
    const world = await open()
    const data = Buffer.concat([Buffer.from('RSKT'), Uint8Array.of(1), receiver])
    const payment = await paymentTo(world, world.peg.summary().address, 700_000n, data)
    await world.ask('sendrawtransaction', payment.toHex())
    await world.peg.advance('all')
    expect(world.balance(receiver)).toBe(700_000n * weiPerSatoshi)
  })

  it('below the minimum is rejected and stays with the federation', async () => {
    const world = await open()
    await world.peg.pegIn({ satoshis: 400_000n, to: receiver })
    await world.peg.advance('all')
    expect(world.balance(receiver)).toBe(0n)
    expect((await world.peg.status()).pegIns).toMatchObject([
      { stage: 'rejected', reason: 5n, isUnrefundable: true },
    ])
  })

  it('with malformed instructions is refunded to its sender', async () => {
    const world = await open()
    const data = Buffer.concat([Buffer.from('RSKT'), Uint8Array.of(9), receiver])
    const payment = await paymentTo(world, world.peg.summary().address, 2_000_000n, data)
    await world.ask('sendrawtransaction', payment.toHex())
    await world.peg.advance('all')
    const { pegIns, transactions } = await world.peg.status()
    expect(pegIns).toMatchObject([{ stage: 'rejected', reason: 4n, isUnrefundable: false }])
    expect(transactions).toMatchObject([{ stage: 'paid' }])
    const { unspents } = await world.ask('scantxoutset', 'start', [`addr(${own.address})`])
    expect(unspents).toHaveLength(1)
    expect(unspents[0].amount).toBeGreaterThan(0.019)
  })

  it('is undone by a reorganisation of Bitcoin before its confirmations', async () => {
    const world = await open()
    const { id } = await world.peg.pegIn({ satoshis: 2_000_000n, to: receiver })
    const [hash] = await world.peg.bitcoin.generate(2)
    await world.peg.settle()
    expect((await world.peg.status()).pegIns).toMatchObject([{ stage: 'confirming', confirmations: 2 }])
    await world.ask('invalidateblock', toHexDigits(hash!))
    await world.peg.settle()
    expect((await world.peg.status()).pegIns).toMatchObject([
      { id, stage: 'waiting-for-a-block', confirmations: 0 },
    ])
    expect(world.balance(receiver)).toBe(0n)
    await world.peg.advance('all')
    expect(world.balance(receiver)).toBe(2_000_000n * weiPerSatoshi)
  })
})

describe('a peg-in that the Bridge does not credit', () => {
  it('is a payment that is replaced by another after a reorganisation', async () => {
    const world = await open()
    const { peg, ask, balance } = world
    const coin = await coinOf(world, 2_010_000n)
    const payment = paymentOf(coin, peg.summary().address, 2_000_000n)
    await ask('sendrawtransaction', payment.toHex())
    const [hash] = await peg.bitcoin.generate(1)
    await peg.settle()
    expect((await peg.status()).pegIns).toMatchObject([{ stage: 'confirming' }])
    await ask('invalidateblock', toHexDigits(hash!))
    const other = paymentOf(coin, own.address!, 1_900_000n)
    await ask('sendrawtransaction', other.toHex())
    await peg.advance('all')
    expect(balance(account)).toBe(0n)
    expect((await ask('getrawtransaction', other.getId(), true)).confirmations).toBeGreaterThan(0)
    await expect(ask('getrawtransaction', payment.getId())).rejects.toThrow(
      'No such mempool or blockchain transaction',
    )
  })

  it('exceeds the locking cap and is refunded', async () => {
    // From RSKIP379 on only flyovers are checked against the cap.
    const world = await open(withHardfork({}, { hardfork: 'hop401' }))
    const { peg, ask, balance } = world
    const lockingCap = await peg.lockingCap()
    await peg.bitcoin.generate(160)
    const payment = await paymentTo(world, peg.summary().address, lockingCap + 100_000_000n)
    await ask('sendrawtransaction', payment.toHex())
    await peg.advance('all')
    expect(balance(account)).toBe(0n)
    expect((await peg.status()).pegIns).toMatchObject([
      { stage: 'rejected', reason: 1n, isUnrefundable: false },
    ])
    const { unspents } = await ask('scantxoutset', 'start', [`addr(${own.address})`])
    expect(unspents).toHaveLength(1)
    expect(unspents[0].amount).toBeGreaterThan(Number(lockingCap) / 1e8)
  })
})

/** A peg-in, a peg-out with verified signatures, and a new federation that receives the bitcoins. */
async function story(world: World): Promise<void> {
  const { peg, node, ask, balance, errors } = world
  const [user] = node.wallet!.accounts
  const before = balance(user!)
  await peg.pegIn({ satoshis: 300_000_000n, from: user })
  await peg.advance('all')
  expect(balance(user!) - before).toBe(300_000_000n * weiPerSatoshi)

  const { bitcoinAddress } = await peg.pegOut({ from: user!, satoshis: 50_000_000n })
  await peg.advance('all')
  const { unspents } = await ask('scantxoutset', 'start', [`addr(${bitcoinAddress})`])
  expect(unspents).toHaveLength(1)
  expect(unspents[0].amount).toBeGreaterThan(0.49)
  await verifySignatures(world, unspents[0].txid)

  const { address: oldAddress } = peg.summary()
  await peg.changeFederation(4)
  await peg.advance('all')
  const after = peg.summary()
  expect(after.address).not.toBe(oldAddress)
  expect(after.federations.active.members).toHaveLength(4)
  expect(after.held).toBeGreaterThan(249_000_000n)
  await peg.pegOut({ from: user!, satoshis: 50_000_000n })
  await peg.advance('all')
  const { pegOuts } = await peg.status()
  // Before RSKIP271 the event of a migration cannot be distinguished from that of a request.
  expect(pegOuts.length).toBeGreaterThanOrEqual(2)
  expect(new Set(pegOuts.map(({ transaction }) => transaction?.stage))).toEqual(new Set(['paid']))
  expect(errors).toEqual([])
}

/** Every input has enough signatures over bitcoinjs-lib's hash of it by keys of the script that the spent output names. */
async function verifySignatures({ ask }: World, id: string): Promise<void> {
  const transaction = Transaction.fromHex(await ask('getrawtransaction', id))
  for (const [index, input] of transaction.ins.entries()) {
    const spentId = Buffer.from(input.hash).reverse().toString('hex')
    const spent = Transaction.fromHex(await ask('getrawtransaction', spentId)).outs[input.index]!
    const isSegwit = input.witness.length > 0
    const pushes = isSegwit ? input.witness : script.decompile(input.script)!
    const items = pushes.filter((item): item is Uint8Array => typeof item !== 'number')
    const redeem = items.at(-1)!
    const inner = { redeem: { output: redeem } }
    const { output } = isSegwit ? payments.p2sh({ redeem: payments.p2wsh(inner) }) : payments.p2sh(inner)
    expect(Buffer.compare(output!, spent.script)).toBe(0)
    const hash = isSegwit
      ? transaction.hashForWitnessV0(index, redeem, spent.value, 1)
      : transaction.hashForSignature(index, redeem, 1)
    const keys = script.decompile(redeem)!.filter((chunk) => typeof chunk !== 'number' && chunk.length === 33)
    const signatures = items.slice(0, -1).filter((item) => item.length > 60)
    expect(signatures.length).toBeGreaterThanOrEqual(2)
    for (const item of signatures) {
      const { signature } = script.signature.decode(item)
      const isValid = keys.some((key) =>
        secp256k1.verify(signature, hash, key as Uint8Array, { prehash: false }),
      )
      expect(isValid).toBe(true)
    }
  }
}

describe('the whole story', () => {
  it('under the latest rules', async () => {
    await story(await open())
  })

  it.each(['papyrus200', 'hop401', 'arrowhead600'])('under the rules of %s', async (hardfork) => {
    await story(await open(withHardfork({}, { hardfork })))
  })
})

it('the peg survives a restart with its chain', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-peg-'))
  try {
    const first = await open({ dataFolder })
    await first.peg.pegIn({ satoshis: 2_000_000n, to: receiver })
    await first.peg.bitcoin.generate(1)
    await first.peg.settle()
    nodes.pop()!.close()
    const second = await open({ dataFolder })
    expect((await second.peg.status()).pegIns).toMatchObject([{ stage: 'confirming', confirmations: 1 }])
    await second.peg.advance('all')
    expect(second.balance(receiver)).toBe(2_000_000n * weiPerSatoshi)
    expect(second.errors).toEqual([])
    nodes.pop()!.close()
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
