import { describe, expect, it } from 'vitest'
import { encodeSignature } from '../../bitcoin/keys/signature.ts'
import { type BitcoinTransaction, decodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { segwitSignatureHash } from '../../bitcoin/transactions/signatureHash.ts'
import { bytes } from '../../native/abi/types.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { toSignedBigInt } from '../../primitives/integers.ts'
import { contextOf, person } from '../bridgeWorld.cases.ts'
import { proposedFederation } from '../cells/federations.ts'
import { unconfirmedPegouts } from '../cells/pegouts.ts'
import { newFederationUtxos } from '../cells/utxos.ts'
import {
  fundTransactionId,
  signedFundTransaction,
  spendTransactionId,
  spendWaitingForSignatures,
} from '../cells/validation.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { commitFederationFailed } from '../events/federationEvents.ts'
import { flyoverPaymentScript, paymentScript, redeemScript } from '../federation/redeemScript.ts'
import { redeemScriptOf } from '../federation/spending.ts'
import { newcomers, PegScenario, weiOf } from '../pegScenario.cases.ts'
import {
  commitFederation,
  firstFederation,
  fundedScenario,
  lastValues,
  pegIn,
  readBytes,
  readNumber,
  signAll,
  waitingIn,
} from '../pegSteps.cases.ts'

const federator = person('federator1')
const alice = person('alice')
const members = newcomers(4)
/** What each output of the fund transaction holds: twice the minimum of a peg-out. */
const outputValue = 500_000n

class Validation {
  readonly scenario: PegScenario
  readonly context: { readonly constants: typeof regtestBridge; readonly rules: PegScenario['rules'] }

  /** Commits a federation while the active one has this coin; without a coin for zero. */
  constructor(coin: bigint) {
    this.scenario = coin === 0n ? new PegScenario() : fundedScenario(coin)
    this.context = { constants: regtestBridge, rules: this.scenario.rules }
    commitFederation(this.scenario, members)
  }

  get store() {
    return cellStore(contextOf({ state: this.scenario.state, rules: this.scenario.rules }))
  }

  update(): void {
    this.scenario.mustCall(federator, 'updateCollections()')
  }

  get unconfirmed(): readonly BitcoinTransaction[] {
    return unconfirmedPegouts.read(this.store).map(({ transaction }) => decodeTransaction(transaction))
  }

  /** Which steps have left a value: fund, signed fund, spend, spend to sign. */
  get steps(): readonly boolean[] {
    return [fundTransactionId, signedFundTransaction, spendTransactionId, spendWaitingForSignatures].map(
      (cell) => cell.read(this.store) !== undefined,
    )
  }

  get coins(): readonly bigint[] {
    return newFederationUtxos.read(this.store).map(({ value }) => value)
  }

  /** Confirms and signs the fund transaction, which is then on Bitcoin. */
  signFund(): BitcoinTransaction {
    this.scenario.pass(3)
    this.update()
    const fund = waitingIn(readBytes(this.scenario, 'getStateForBtcReleaseClient()'))!
    // Registered transactions are recognised by the index of peg-outs from this Bitcoin height on.
    this.scenario.mineEmpty(350)
    return signAll(this.scenario, fund, firstFederation.slice(0, 2))
  }
}

const noStep = [false, false, false, false]

describe('the fund transaction of a validation', () => {
  it('pays the proposed federation at two addresses and returns the change', () => {
    const validation = new Validation(10_000_000n)
    const proposed = proposedFederation.read(validation.store)!
    validation.update()
    expect(validation.steps).toEqual([true, false, false, false])
    const [fund] = validation.unconfirmed
    const terms = new Uint8Array(32)
    terms[31] = 1
    const { context } = validation
    expect(fund!.outputs.map(({ script }) => toHexDigits(script))).toEqual([
      toHexDigits(paymentScript(proposed, context)),
      toHexDigits(flyoverPaymentScript(proposed, terms, context)),
      toHexDigits(paymentScript(regtestBridge.genesisFederation, context)),
    ])
    const [plain, flyover, change] = fund!.outputs.map(({ value }) => value)
    expect([plain, flyover]).toEqual([outputValue, outputValue])
    expect(change).toBeLessThan(9_000_000n)
    expect(change).toBeGreaterThan(8_900_000n)
    expect(validation.coins).toEqual([])
  })

  it('is not built without coins, and is built when coins arrive', () => {
    const validation = new Validation(0n)
    validation.update()
    expect(validation.steps).toEqual(noStep)
    pegIn(validation.scenario, 1_000_000n)
    validation.update()
    // The fee is not paid by the receivers, so that the coin does not suffice.
    expect(validation.steps).toEqual(noStep)
    pegIn(validation.scenario, 500_000n, 1)
    validation.update()
    expect(validation.steps).toEqual([true, false, false, false])
    expect(validation.unconfirmed[0]!.inputs).toHaveLength(2)
  })

  it('adds change below the dust limit to the fee', () => {
    const enough = new Validation(10_000_000n)
    enough.update()
    const [fund] = enough.unconfirmed
    const fee = 10_000_000n - fund!.outputs.reduce((sum, { value }) => sum + value, 0n)
    const exact = new Validation(2n * outputValue + fee + 1_000n)
    exact.update()
    expect(exact.unconfirmed[0]!.outputs.map(({ value }) => value)).toEqual([outputValue, outputValue])
  })

  it('is built once, while normal peg-outs continue', () => {
    const validation = new Validation(10_000_000n)
    pegIn(validation.scenario, 20_000_000n, 1)
    validation.update()
    const [fund] = validation.unconfirmed
    validation.scenario.send(alice, new Uint8Array(0), weiOf(2_000_000n))
    validation.scenario.pass(50)
    validation.update()
    const id = toHexDigits(fundTransactionId.read(validation.store)!)
    expect(validation.steps).toEqual([true, false, false, false])
    // The fund transaction has moved to the signers, the peg-out is new.
    expect(validation.unconfirmed).toHaveLength(1)
    expect(validation.unconfirmed[0]).not.toEqual(fund)
    expect(validation.unconfirmed[0]!.outputs[0]!.value).toBeLessThan(2_000_000n)
    validation.update()
    expect(toHexDigits(fundTransactionId.read(validation.store)!)).toBe(id)
  })
})

describe('the spend transaction of a validation', () => {
  /** The fund transaction is registered and the spend transaction waits. */
  function waiting() {
    const validation = new Validation(10_000_000n)
    validation.update()
    const fund = validation.signFund()
    validation.scenario.register(fund)
    expect(validation.steps).toEqual([false, true, false, false])
    expect(validation.coins).toEqual([fund.outputs[2]!.value])
    validation.update()
    return { validation, fund }
  }

  it('spends both outputs to the active federation, less a fee', () => {
    const { validation } = waiting()
    expect(validation.steps).toEqual([false, false, true, true])
    const { transaction } = waitingIn(readBytes(validation.scenario, 'getStateForSvpClient()'))!
    expect(lastValues(validation.scenario)).toEqual([outputValue, outputValue])
    expect(transaction.inputs.map(({ outputIndex }) => outputIndex)).toEqual([0, 1])
    expect(transaction.outputs.map(({ script }) => toHexDigits(script))).toEqual([
      toHexDigits(paymentScript(regtestBridge.genesisFederation, validation.context)),
    ])
    // The size of two inputs and one output, a fifth more, at 100 satoshis a byte.
    const proposed = proposedFederation.read(validation.store)!
    const script = redeemScript(proposed, validation.context)
    const base = 10 + 32 + 36 * 2
    const total = base + 72 * 3 * 2 + script.length * 2
    const size = Math.floor((Math.floor((total + 3 * base) / 4) * 12) / 10)
    expect(transaction.outputs[0]!.value).toBe(2n * outputValue - BigInt(size) * 100n)
  })

  it('waits without another one being built, while normal peg-outs continue', () => {
    const { validation } = waiting()
    const state = toHexDigits(readBytes(validation.scenario, 'getStateForSvpClient()'))
    validation.scenario.send(alice, new Uint8Array(0), weiOf(2_000_000n))
    validation.scenario.pass(50)
    validation.update()
    expect(validation.unconfirmed).toHaveLength(1)
    expect(toHexDigits(readBytes(validation.scenario, 'getStateForSvpClient()'))).toBe(state)
  })

  it('is signed by members of the proposed federation only, with a signature for each input', () => {
    const { validation } = waiting()
    const { scenario } = validation
    const { hash, transaction } = waitingIn(readBytes(scenario, 'getStateForSvpClient()'))!
    const values = lastValues(scenario)
    const signaturesOf = (sign: (typeof members)[number]['bitcoin']['sign']) =>
      transaction.inputs.map((input, index) =>
        encodeSignature(
          sign(segwitSignatureHash(transaction, index, redeemScriptOf(input)!, values[index]!)),
        ).subarray(0, -1),
      )
    const add = 'addSignature(bytes,bytes[],bytes)'
    const [outsider] = firstFederation
    const before = toHexDigits(readBytes(scenario, 'getStateForSvpClient()'))
    const state = () => toHexDigits(readBytes(scenario, 'getStateForSvpClient()'))
    const foreign = signaturesOf(outsider!.bitcoin.sign)
    expect(
      scenario.call(outsider!.rootstock, add, outsider!.bitcoin.key, foreign, hash).output,
    ).toBeUndefined()
    const [{ bitcoin, rootstock }] = members as [(typeof members)[number]]
    const own = signaturesOf(bitcoin.sign)
    expect(scenario.call(rootstock, add, bitcoin.key, own.slice(1), hash).output).toBeDefined()
    expect(state()).toBe(before)
    expect(scenario.call(rootstock, add, bitcoin.key, own, hash).output).toBeDefined()
    expect(state()).not.toBe(before)
  })
})

describe('a validation whose time is over', () => {
  it('is given up with an event, and another federation can be voted for', () => {
    const validation = new Validation(10_000_000n)
    const { scenario } = validation
    const proposed = proposedFederation.read(validation.store)!
    validation.update()
    // The block before the last one of 125.
    scenario.height = proposed.creationBlock + 123
    validation.update()
    expect(proposedFederation.read(validation.store)).toBeDefined()
    validation.update()
    expect(scenario.height).toBe(proposed.creationBlock + 125)
    expect(proposedFederation.read(validation.store)).toBeUndefined()
    expect(validation.steps).toEqual(noStep)
    const { data } = scenario.logs.find(({ topics }) => equalBytes(topics[0]!, commitFederationFailed.topic))!
    const script = redeemScript(proposed, validation.context)
    expect(toHexDigits(bytes.decode(data, 64))).toBe(toHexDigits(script))
    expect(readNumber(scenario, 'getFederationSize()')).toBe(3n)
    expect(toSignedBigInt(scenario.mustCall(person('auth-a'), 'createFederation()'))).toBe(1n)
  })

  it('returns the change of a fund transaction that is registered later', () => {
    const validation = new Validation(10_000_000n)
    const { scenario } = validation
    validation.update()
    const fund = validation.signFund()
    scenario.pass(125)
    validation.update()
    expect(validation.steps).toEqual(noStep)
    scenario.register(fund)
    expect(validation.steps).toEqual(noStep)
    expect(validation.coins).toEqual([fund.outputs[2]!.value])
    validation.update()
    expect(validation.steps).toEqual(noStep)
  })

  it('is given up while the spend transaction waits for signatures', () => {
    const validation = new Validation(10_000_000n)
    const { scenario } = validation
    validation.update()
    scenario.register(validation.signFund())
    validation.update()
    expect(validation.steps).toEqual([false, false, true, true])
    scenario.pass(125)
    validation.update()
    expect(validation.steps).toEqual(noStep)
    expect(toHexDigits(readBytes(scenario, 'getStateForSvpClient()'))).toBe('c1c0')
  })
})
