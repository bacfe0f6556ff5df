import { describe, expect, it } from 'vitest'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { payToPublicKeyHash } from '../../bitcoin/scripts/outputScripts.ts'
import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeWithoutWitness,
  hasWitness,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { int256 } from '../../native/abi/types.ts'
import { asAddress, concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { bridgeCall, contextOf, person } from '../bridgeWorld.cases.ts'
import { newFederation, oldFederation } from '../cells/federations.ts'
import { flyoverFederation } from '../cells/pegin.ts'
import { unconfirmedPegouts } from '../cells/pegouts.ts'
import { newFederationUtxos, oldFederationUtxos } from '../cells/utxos.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { releaseRequested } from '../events/pegoutEvents.ts'
import { singleKeyMember, sortedMembers } from '../federation/member.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { flyoverPaymentScript, redeemScript, scriptHash } from '../federation/redeemScript.ts'
import { redeemScriptOf } from '../federation/spending.ts'
import { PegScenario, paymentFrom, weiOf } from '../pegScenario.cases.ts'
import { registerFlyover } from './flyover.ts'
import { readTerms } from './flyoverTerms.ts'

const contract = asAddress(new Uint8Array(20).fill(0xc0))
const userHash = new Uint8Array(20).fill(0x11)
const providerHash = new Uint8Array(20).fill(0x22)
const addressBytes = (hash: Uint8Array) => concatBytes(new Uint8Array([111]), hash)
const terms = {
  argumentsHash: new Uint8Array(32).fill(5),
  userRefundAddress: addressBytes(userHash),
  providerAddress: addressBytes(providerHash),
  contract,
}

const active = regtestBridge.genesisFederation
const retiring: PegFederation = {
  ...active,
  members: sortedMembers(['s', 't', 'u'].map((name) => singleKeyMember(signer(name).key))),
}
const legacyRetiring: PegFederation = { ...retiring, format: 'p2sh-erp' }

/** Regtest's cap at the beginning: 1,000 bitcoins. */
const cap = 100_000_000_000n

/** A Bridge, Bitcoin blocks and the contract that claims payments. */
class Flyover {
  readonly scenario: PegScenario
  readonly logs: ReturnType<typeof bridgeCall>['logs'][number][] = []

  constructor(old?: PegFederation, changes: ConstructorParameters<typeof PegScenario>[0] = {}) {
    this.scenario = new PegScenario(changes)
    this.scenario.height = 1_000
    if (!old) return
    newFederation.write(this.store, active)
    oldFederation.write(this.store, old)
  }

  get store() {
    return cellStore(contextOf({ state: this.scenario.state, rules: this.scenario.rules }))
  }

  get derivationHash(): Uint8Array {
    return readTerms(this.call(), terms).derivationHash
  }

  pays(federation: PegFederation, value: bigint) {
    const context = { constants: regtestBridge, rules: this.scenario.rules }
    return { value, script: flyoverPaymentScript(federation, this.derivationHash, context) }
  }

  payment(...outputs: BitcoinTransaction['outputs']): BitcoinTransaction {
    return paymentFrom(person('alice'), outputs)
  }

  call() {
    const { state, rules, height } = this.scenario
    return bridgeCall({ state, rules, height, kind: 'call', caller: contract })
  }

  claim(args: ReturnType<PegScenario['mine']>, paysContract = false): bigint {
    const [bytes, height, proof] = args as readonly [Uint8Array, bigint, Uint8Array]
    const bridge = this.call()
    const result = registerFlyover(bridge, { bytes, height: Number(height), proof, paysContract }, terms)
    bridge.cells.save()
    this.logs.push(...bridge.logs)
    return result
  }

  register(transaction: BitcoinTransaction, paysContract = false): bigint {
    return this.claim(this.scenario.mine(transaction), paysContract)
  }

  get refunds(): readonly BitcoinTransaction[] {
    return unconfirmedPegouts.read(this.store).map(({ transaction }) => decodeTransaction(transaction))
  }

  get credited(): bigint {
    return this.scenario.balance(contract)
  }

  get coins() {
    const values = (list: typeof oldFederationUtxos) => list.read(this.store).map(({ value }) => value)
    return { active: values(newFederationUtxos), retiring: values(oldFederationUtxos) }
  }
}

describe('a fast peg-in within the locking cap', () => {
  it('credits the contract and keeps every output to the address', () => {
    const flyover = new Flyover()
    const outputs = [600_000n, 700_000n].map((value) => flyover.pays(active, value))
    const elsewhere = { value: 9_000_000n, script: payToPublicKeyHash(userHash) }
    const payment = flyover.payment(outputs[0]!, elsewhere, outputs[1]!)
    expect(flyover.register(payment)).toBe(weiOf(1_300_000n))
    expect(flyover.credited).toBe(weiOf(1_300_000n))
    expect(flyover.coins).toEqual({ active: [600_000n, 700_000n], retiring: [] })
    expect(flyover.refunds).toEqual([])
    expect(flyover.logs).toEqual([])
  })

  it('accepts the whole cap', () => {
    const flyover = new Flyover()
    expect(flyover.register(flyover.payment(flyover.pays(active, cap)))).toBe(weiOf(cap))
  })

  it.each([
    ['the same format', retiring],
    ['another format', legacyRetiring],
  ])('may pay the active federation and a retiring one of %s together', (_what, old) => {
    const flyover = new Flyover(old)
    const payment = flyover.payment(flyover.pays(old, 800_000n), flyover.pays(active, 500_000n))
    expect(flyover.register(payment)).toBe(weiOf(1_300_000n))
    expect(flyover.coins).toEqual({ active: [500_000n], retiring: [800_000n] })
    const context = { constants: regtestBridge, rules: flyover.scenario.rules }
    for (const [federation, output] of [
      [old, payment.outputs[0]],
      [active, payment.outputs[1]],
    ] as const) {
      const stored = flyoverFederation(output!.script.subarray(2, 22)).read(flyover.store)!
      expect(toHexDigits(stored.federationHash)).toBe(toHexDigits(scriptHash(federation, context)))
      expect(toHexDigits(stored.derivationHash)).toBe(toHexDigits(flyover.derivationHash))
    }
  })

  it('ignores the retiring federation before RSKIP293', () => {
    const flyover = new Flyover(retiring, { rskip293: false })
    expect(flyover.register(flyover.payment(flyover.pays(retiring, 800_000n)))).toBe(-304n)
    const both = flyover.payment(flyover.pays(retiring, 800_000n), flyover.pays(active, 500_000n))
    expect(flyover.register(both)).toBe(weiOf(500_000n))
    expect(flyover.coins).toEqual({ active: [500_000n], retiring: [] })
  })
})

describe('a fast peg-in that pays too little', () => {
  it('returns a code without a payment to the address', () => {
    const flyover = new Flyover()
    const elsewhere = { value: 9_000_000n, script: payToPublicKeyHash(userHash) }
    expect(flyover.register(flyover.payment(elsewhere))).toBe(-304n)
  })

  it('returns a code when one output is below the minimum, from RSKIP293 on', () => {
    const outputsOf = (flyover: Flyover) => [flyover.pays(active, 2_000_000n), flyover.pays(active, 499_999n)]
    const flyover = new Flyover()
    const payment = flyover.payment(...outputsOf(flyover))
    expect(flyover.register(payment)).toBe(-305n)
    expect(flyover.credited).toBe(0n)
    expect(flyover.coins.active).toEqual([])
    const before = new Flyover(undefined, { rskip293: false })
    expect(before.register(before.payment(...outputsOf(before)))).toBe(weiOf(2_499_999n))
  })

  it('returns a code when only the retiring federation receives less than the minimum', () => {
    const flyover = new Flyover(retiring)
    const payment = flyover.payment(flyover.pays(active, 500_000n), flyover.pays(retiring, 499_999n))
    expect(flyover.register(payment)).toBe(-305n)
    // The terms stay unused, so another payment on them is accepted.
    expect(flyover.register(flyover.payment(flyover.pays(active, 500_000n)))).toBe(weiOf(500_000n))
  })
})

describe('a fast peg-in beyond the locking cap', () => {
  it.each([
    ['the user', false, -100n, userHash],
    ['the provider', true, -200n, providerHash],
  ])('is refunded to %s', (_who, paysContract, code, hash) => {
    const flyover = new Flyover()
    const payment = flyover.payment(flyover.pays(active, cap + 1n))
    expect(flyover.register(payment, paysContract)).toBe(code)
    const [refund] = flyover.refunds
    expect(refund!.outputs.map(({ script }) => toHexDigits(script))).toEqual([
      toHexDigits(payToPublicKeyHash(hash)),
    ])
    expect(refund!.outputs[0]!.value).toBeLessThan(cap)
    expect(toHexDigits(refund!.inputs[0]!.transactionId)).toBe(toHexDigits(transactionIdOf(payment)))
    expect([flyover.credited, flyover.coins.active]).toEqual([0n, []])
  })

  it('emits the refunded amount under the hash of the transaction', () => {
    const flyover = new Flyover()
    flyover.register(flyover.payment(flyover.pays(active, cap + 1n)))
    const { topics, data } = flyover.logs.find((log) => equalBytes(log.topics[0]!, releaseRequested.topic))!
    expect(toHexDigits(topics[1]!)).toBe('7a'.repeat(32))
    expect(toHexDigits(topics[2]!)).toBe(toHexDigits(transactionIdOf(flyover.refunds[0]!)))
    expect(int256.decode(data, 0)).toBe(cap + 1n)
  })

  it('counts all outputs together and refunds them in one transaction', () => {
    const flyover = new Flyover()
    const outputs = [cap / 2n, 1_000_000n, cap / 2n].map((value) => flyover.pays(active, value))
    expect(flyover.register(flyover.payment(...outputs))).toBe(-100n)
    expect(flyover.refunds[0]!.inputs.map(({ outputIndex }) => outputIndex)).toEqual([0, 1, 2])
    expect(flyover.refunds[0]!.outputs).toHaveLength(1)
  })

  it('spends with a witness from the active federation, and without one from an older format', () => {
    const context = (flyover: Flyover) => ({ constants: regtestBridge, rules: flyover.scenario.rules })
    const script = (flyover: Flyover, federation: PegFederation) =>
      `20${toHexDigits(flyover.derivationHash)}75${toHexDigits(redeemScript(federation, context(flyover)))}`
    for (const [federation, usesWitness] of [
      [active, true],
      [legacyRetiring, false],
    ] as const) {
      const flyover = new Flyover(legacyRetiring)
      expect(flyover.register(flyover.payment(flyover.pays(federation, cap + 1n)))).toBe(-100n)
      const [refund] = flyover.refunds
      expect(hasWitness(refund!)).toBe(usesWitness)
      expect(toHexDigits(redeemScriptOf(refund!.inputs[0]!)!)).toBe(script(flyover, federation))
    }
  })

  it('refunds the coins of both federations in the order of the outputs', () => {
    const flyover = new Flyover(retiring)
    const payment = flyover.payment(flyover.pays(retiring, cap), flyover.pays(active, 500_000n))
    expect(flyover.register(payment)).toBe(-100n)
    const context = { constants: regtestBridge, rules: flyover.scenario.rules }
    const spent = flyover.refunds[0]!.inputs.map((input) => toHexDigits(redeemScriptOf(input)!).slice(68))
    const expected = [retiring, active].map((federation) => toHexDigits(redeemScript(federation, context)))
    expect(spent).toEqual(expected)
    expect(flyover.coins).toEqual({ active: [], retiring: [] })
  })
})

describe('a fast peg-in that is registered twice', () => {
  it.each([
    ['credited', 500_000n, weiOf(500_000n)],
    ['refunded', cap + 1n, -100n],
  ])('is refused after it was %s', (_what, value, first) => {
    const flyover = new Flyover()
    const args = flyover.scenario.mine(flyover.payment(flyover.pays(active, value)))
    expect(flyover.claim(args)).toBe(first)
    expect(flyover.claim(args)).toBe(-302n)
    expect(flyover.refunds).toHaveLength(first < 0n ? 1 : 0)
  })

  const withWitness = (payment: BitcoinTransaction): BitcoinTransaction => ({
    ...payment,
    inputs: payment.inputs.map((input) => ({ ...input, witness: [new Uint8Array([1])] })),
  })

  it('is refused without its witness after it was credited with it', () => {
    const flyover = new Flyover()
    const payment = withWitness(flyover.payment(flyover.pays(active, 500_000n)))
    const [bytes, height, proof] = flyover.scenario.mine(payment)
    expect(flyover.claim([bytes!, height!, proof!])).toBe(weiOf(500_000n))
    expect(flyover.claim([bytes!, height!, proof!])).toBe(-302n)
    // The id without the witness is known, so the proof is not checked.
    expect(flyover.claim([encodeWithoutWitness(payment), height!, proof!])).toBe(-302n)
  })

  it('is refused with its witness after it was credited without it', () => {
    const flyover = new Flyover()
    const payment = flyover.payment(flyover.pays(active, 500_000n))
    expect(flyover.register(payment)).toBe(weiOf(500_000n))
    expect(flyover.register(withWitness(payment))).toBe(-302n)
    expect(flyover.credited).toBe(weiOf(500_000n))
  })

  it('is accepted again on other terms, which have another address', () => {
    const flyover = new Flyover()
    const args = flyover.scenario.mine(flyover.payment(flyover.pays(active, 500_000n)))
    expect(flyover.claim(args)).toBe(weiOf(500_000n))
    const bridge = flyover.call()
    const [bytes, height, proof] = args as readonly [Uint8Array, bigint, Uint8Array]
    const other = { ...terms, argumentsHash: new Uint8Array(32).fill(6) }
    const claim = { bytes, height: Number(height), proof, paysContract: false }
    expect(registerFlyover(bridge, claim, other)).toBe(-304n)
  })
})
