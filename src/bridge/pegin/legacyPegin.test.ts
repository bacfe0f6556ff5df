import { describe, expect, it } from 'vitest'
import { hash160 } from '../../bitcoin/keys/publicKey.ts'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { multisigScript, op, opcode, push } from '../../bitcoin/scripts/script.ts'
import { type BitcoinTransaction, unsignedInput } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { int256 } from '../../native/abi/types.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { bridgeCall, person } from '../bridgeWorld.cases.ts'
import { unconfirmedPegouts } from '../cells/pegouts.ts'
import { whitelist } from '../cells/whitelist.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { rejectedPegin, unrefundablePegin } from '../events/peginEvents.ts'
import { paymentScript } from '../federation/redeemScript.ts'
import { paymentFrom, weiOf } from '../pegScenario.cases.ts'
import { peginCoins } from './coins.ts'
import { processLegacyPegin } from './legacyPegin.ts'
import { peginPayment } from './pegin.ts'
import { processedIn } from './processed.ts'

const alice = person('alice')
const bitcoin = 100_000_000n
const disableHeight = 1_000

interface Options {
  readonly height: number
  readonly amount?: bigint
  readonly isListed?: boolean
  readonly bitcoinHeight?: number
  readonly sender?: BitcoinTransaction['inputs'][number]
  readonly extra?: BitcoinTransaction['outputs']
}

/** Processes a peg-in from alice or from another input by the rules of mainnet at a height. */
function pegin({
  height,
  amount = bitcoin,
  isListed = true,
  bitcoinHeight = 500,
  sender,
  extra = [],
}: Options) {
  const rules = rulesAt(mainnet, height)
  const state = emptyState()
  state.addBalance(bridgeAddress, 21_000_000n * 10n ** 18n)
  const bridge = bridgeCall({ state, rules, height: 50 })
  const hash = hash160(alice.publicKey)
  const entries = isListed ? [{ hash, maximum: bitcoin }] : []
  bridge.cells.set(whitelist, { entries, disableHeight })
  const script = paymentScript(regtestBridge.genesisFederation, { constants: regtestBridge, rules })
  const plain = paymentFrom(alice, [{ value: amount, script }, ...extra])
  const transaction = sender ? { ...plain, inputs: [sender] } : plain
  const read = peginPayment(transaction, peginCoins(bridge, transaction))
  processLegacyPegin(bridge, read, bitcoinHeight)
  const reasons = (topic: Uint8Array) =>
    bridge.logs
      .filter(({ topics }) => toHexDigits(topics[0]!) === toHexDigits(topic))
      .map(({ data }) => int256.decode(data, 0))
  return {
    credited: state.balance(alice.address),
    rejected: reasons(rejectedPegin.topic),
    unrefundable: reasons(unrefundablePegin.topic),
    refunds: bridge.cells.load(unconfirmedPegouts).length,
    listed: bridge.cells.load(whitelist).entries.length,
    isProcessed: processedIn(bridge, toHexDigits(read.id)) !== undefined,
  }
}

const spent = unsignedInput({ transactionId: new Uint8Array(32).fill(3), outputIndex: 0 })
const redeem = multisigScript(1, [signer('a').key, signer('b').key])
const group = { ...spent, script: concatBytes(...[emptyBytes, emptyBytes, redeem].map(push)) }
const witness = { ...spent, script: push(new Uint8Array(22)), witness: [emptyBytes, signer('a').key] }
const instructions = (data: readonly number[]) => ({
  value: 0n,
  script: concatBytes(op(opcode.return), push(concatBytes(Buffer.from('RSKT'), new Uint8Array(data)))),
})
const toAlice = instructions([1, ...alice.address])
const malformed = instructions([2])

const wasabi = 2_392_699
const papyrus = 2_392_700
const iris = 3_614_800
const beforeIris = iris - 1

describe('a peg-in before RSKIP379', () => {
  it.each([wasabi, papyrus, iris])('of a listed sender is accepted once at %i', (height) => {
    const result = pegin({ height })
    expect(result).toMatchObject({ credited: weiOf(bitcoin), listed: 0, isProcessed: true, refunds: 0 })
  })

  it('of an unlisted sender, or above the listed amount, is refunded without an event', () => {
    const refused = { credited: 0n, rejected: [], refunds: 1, isProcessed: true }
    expect(pegin({ height: iris, isListed: false })).toMatchObject({ ...refused, listed: 0 })
    expect(pegin({ height: iris, amount: bitcoin + 1n })).toMatchObject({ ...refused, listed: 1 })
  })

  it('is accepted from every sender once the whitelist has ended', () => {
    const options = { height: iris, isListed: false }
    expect(pegin({ ...options, bitcoinHeight: disableHeight }).credited).toBe(0n)
    expect(pegin({ ...options, bitcoinHeight: disableHeight + 1 }).credited).toBe(weiOf(bitcoin))
  })

  it('above the locking cap is refunded from RSKIP134 on, and the permission is used up', () => {
    const amount = 1_001n * bitcoin
    const options = { amount, bitcoinHeight: disableHeight + 1 }
    expect(pegin({ ...options, height: wasabi }).credited).toBe(weiOf(amount))
    expect(pegin({ ...options, height: papyrus })).toMatchObject({ credited: 0n, rejected: [], listed: 0 })
    expect(pegin({ ...options, height: iris })).toMatchObject({ credited: 0n, rejected: [1n], refunds: 1 })
  })

  it('of a multisignature is refunded from RSKIP143 on', () => {
    const options = { sender: group }
    expect(pegin({ ...options, height: wasabi })).toMatchObject({ refunds: 0, isProcessed: false })
    expect(pegin({ ...options, height: papyrus })).toMatchObject({
      refunds: 1,
      isProcessed: true,
      rejected: [],
    })
    expect(pegin({ ...options, height: iris })).toMatchObject({ refunds: 1, rejected: [2n] })
  })

  it('with a key in a witness is accepted from RSKIP143 on', () => {
    const options = { sender: witness, bitcoinHeight: disableHeight + 1 }
    expect(pegin({ ...options, height: wasabi })).toMatchObject({ refunds: 0, isProcessed: false })
    expect(pegin({ ...options, height: papyrus })).toMatchObject({ refunds: 0, isProcessed: true })
  })

  it('with instructions needs no whitelist entry, from RSKIP170 on', () => {
    const options = { isListed: false, sender: group, extra: [toAlice] }
    expect(pegin({ ...options, height: beforeIris })).toMatchObject({ credited: 0n, refunds: 1 })
    expect(pegin({ ...options, height: iris })).toMatchObject({ credited: weiOf(bitcoin), refunds: 0 })
    expect(pegin({ ...options, sender: spent, height: iris }).credited).toBe(weiOf(bitcoin))
  })

  it('with malformed instructions is refunded to a known sender', () => {
    expect(pegin({ height: beforeIris, extra: [malformed] }).credited).toBe(weiOf(bitcoin))
    const refused = { credited: 0n, rejected: [4n], isProcessed: true }
    expect(pegin({ height: iris, extra: [malformed] })).toMatchObject({ ...refused, refunds: 1 })
    expect(pegin({ height: iris, extra: [malformed], sender: spent })).toMatchObject({
      ...refused,
      refunds: 0,
      unrefundable: [1n],
    })
  })

  it('of an unknown sender is ignored until RSKIP170', () => {
    expect(pegin({ height: beforeIris, sender: spent })).toMatchObject({ isProcessed: false, rejected: [] })
    expect(pegin({ height: iris, sender: spent })).toMatchObject({ isProcessed: true, unrefundable: [1n] })
  })

  it('above the cap, with instructions but without a refund address, stays with the federation', () => {
    const options = { height: iris, amount: 1_001n * bitcoin, sender: spent, extra: [toAlice] }
    expect(pegin(options)).toMatchObject({
      rejected: [1n],
      unrefundable: [2n],
      refunds: 0,
      isProcessed: true,
    })
  })
})
