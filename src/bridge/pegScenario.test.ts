import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { hash160 } from '../bitcoin/keys/hash160.ts'
import { compressPublicKey } from '../bitcoin/keys/publicKey.ts'
import { decodeStrictSignature, encodeSignature } from '../bitcoin/keys/signature.ts'
import { signer } from '../bitcoin/keys/signer.cases.ts'
import { payToPublicKeyHash } from '../bitcoin/scripts/outputScripts.ts'
import { segwitSignatureHash } from '../bitcoin/transactions/signatureHash.ts'
import { type BitcoinTransaction, decodeTransaction } from '../bitcoin/transactions/transaction.ts'
import { verifySignature } from '../crypto/secp256k1.ts'
import { bytes, int256, string } from '../native/abi/types.ts'
import { concatBytes, equalBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { toBigInt, unsignedBytes, wordBytes } from '../primitives/integers.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { callBridge, contextOf, inputFor, person } from './bridgeWorld.cases.ts'
import { valueList } from './cells/pegouts.ts'
import { regtestBridge } from './constants/regtest.ts'
import { commitFederationEvent } from './events/federationEvents.ts'
import { pegoutTransactionCreated, releaseBtcEvent } from './events/pegoutEvents.ts'
import { recogniseRedeemScript } from './federation/recogniseRedeemScript.ts'
import { paymentScript } from './federation/redeemScript.ts'
import { redeemScriptOf } from './federation/spending.ts'
import { federators, newcomers, PegScenario, paymentFrom, weiOf } from './pegScenario.cases.ts'

/* A whole peg through the Bridge's methods alone; another library verifies the signatures. */

const alice = person('alice')
const federator = person('federator1')
const update = 'updateCollections()'

function read(scenario: PegScenario, signature: string): Uint8Array {
  const context = contextOf({
    state: scenario.state,
    height: scenario.height,
    rules: scenario.rules,
    isLocalCall: true,
  })
  const mark = scenario.state.snapshot()
  const { output } = callBridge(context, inputFor(signature))
  scenario.state.rollback(mark)
  return output!
}

const readBytes = (scenario: PegScenario, signature: string): Uint8Array =>
  bytes.decode(read(scenario, signature), 32)
const readText = (scenario: PegScenario, signature: string): string =>
  string.decode(read(scenario, signature), 32)
const readNumber = (scenario: PegScenario, signature: string): bigint =>
  int256.decode(read(scenario, signature), 0)

/** The values of the inputs of the latest transaction. */
function lastValues(scenario: PegScenario): readonly bigint[] {
  const log = scenario.logs.findLast(({ topics }) => equalBytes(topics[0]!, pegoutTransactionCreated.topic))!
  return valueList.decode(bytes.decode(log.data, 32))
}

interface Waiting {
  readonly hash: Uint8Array
  readonly transaction: BitcoinTransaction
}

function waitingIn(state: Uint8Array): Waiting | undefined {
  const entries = RlpReader.list(state, 'state').list('pegouts')
  if (entries.done) return undefined
  const hash = entries.bytes('hash')
  return { hash, transaction: decodeTransaction(entries.bytes('transaction')) }
}

interface Party {
  readonly rootstock: ReturnType<typeof person>
  readonly bitcoin: ReturnType<typeof signer>
}

/** Signs until the transaction is complete; returns it. */
function signAll(scenario: PegScenario, waiting: Waiting, parties: readonly Party[]): BitcoinTransaction {
  const values = lastValues(scenario)
  const { inputs } = waiting.transaction
  for (const { rootstock, bitcoin } of parties) {
    const signatures = inputs.map((input, index) => {
      const hash = segwitSignatureHash(waiting.transaction, index, redeemScriptOf(input)!, values[index]!)
      return encodeSignature(bitcoin.sign(hash)).subarray(0, -1)
    })
    scenario.mustCall(rootstock, 'addSignature(bytes,bytes[],bytes)', bitcoin.key, signatures, waiting.hash)
  }
  const released = scenario.logs.findLast(({ topics }) => equalBytes(topics[0]!, releaseBtcEvent.topic))!
  const signed = bytes.decode(released.data, 32)
  checkSignatures(signed, values)
  return decodeTransaction(signed)
}

/** Verifies the signatures with another library's hash, in the order that OP_CHECKMULTISIG requires. */
function checkSignatures(signed: Uint8Array, values: readonly bigint[]): void {
  const transaction = Transaction.fromBuffer(signed)
  for (const [index, input] of transaction.ins.entries()) {
    const redeemScript = new Uint8Array(input.witness.at(-1)!)
    const { keys, required } = recogniseRedeemScript(redeemScript)
    const hash = transaction.hashForWitnessV0(index, redeemScript, values[index]!, 1)
    const signers = input.witness.slice(1, -2).map((item) => {
      const { r, s } = decodeStrictSignature(new Uint8Array(item))!
      const compact = concatBytes(wordBytes(r), wordBytes(s))
      return keys.findIndex((key) => verifySignature(new Uint8Array(hash), compact, key))
    })
    expect(signers).toHaveLength(required)
    expect(signers).toEqual([...signers].sort((a, b) => a - b))
    expect(signers).not.toContain(-1)
  }
}

const firstFederation: readonly Party[] = federators.map((name) => ({
  rootstock: person(name),
  bitcoin: signer(name),
}))

function fundedStory(amount: bigint): PegScenario {
  const scenario = new PegScenario()
  const script = paymentScript(regtestBridge.genesisFederation, {
    constants: regtestBridge,
    rules: scenario.rules,
  })
  scenario.register(paymentFrom(alice, [{ value: amount, script }]))
  return scenario
}

describe('a peg', () => {
  it('credits a Bitcoin transaction once', () => {
    const scenario = new PegScenario()
    const { genesisFederation } = regtestBridge
    const script = paymentScript(genesisFederation, { constants: regtestBridge, rules: scenario.rules })
    const pegin = paymentFrom(alice, [{ value: 700_000n, script }])
    scenario.register(pegin)
    expect(scenario.balance(alice.address)).toBe(weiOf(700_000n))
    scenario.register(pegin)
    expect(scenario.balance(alice.address)).toBe(weiOf(700_000n))
  })

  it('pays bitcoins out with signatures that Bitcoin accepts', () => {
    const scenario = fundedStory(100_000_000n)
    scenario.send(alice, new Uint8Array(0), weiOf(2_000_000n))
    scenario.mustCall(federator, update)
    scenario.pass(3)
    scenario.mustCall(federator, update)
    const waiting = waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))!
    const signed = signAll(scenario, waiting, firstFederation.slice(0, 2).reverse())
    const payee = payToPublicKeyHash(hash160(compressPublicKey(alice.publicKey)!))
    expect(toHexDigits(signed.outputs[0]!.script)).toBe(toHexDigits(payee))
    const fee = 100_000_000n - signed.outputs.reduce((sum, { value }) => sum + value, 0n)
    expect(signed.outputs[0]!.value).toBe(2_000_000n - fee)
    expect(waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))).toBeUndefined()
    // The change is registered.
    scenario.register(signed)
    expect(readNumber(scenario, 'getQueuedPegoutsCount()')).toBe(0n)
    scenario.send(alice, new Uint8Array(0), weiOf(90_000_000n))
    scenario.pass(50)
    scenario.mustCall(federator, update)
    expect(lastValues(scenario)).toEqual([98_000_000n])
  })

  it('validates a voted federation, activates it and migrates the funds', () => {
    const scenario = fundedStory(100_000_000n)
    const members = newcomers(4)
    const voters = ['auth-a', 'auth-b', 'auth-c'].map(person)
    const vote = (signature: string, ...args: readonly Uint8Array[]) => {
      for (const voter of voters) {
        expect(toBigInt(scenario.mustCall(voter, signature, ...args))).toBe(1n)
      }
    }
    vote('createFederation()')
    for (const { bitcoin, rootstock, mst } of members) {
      vote(
        'addFederatorPublicKeyMultikey(bytes,bytes,bytes)',
        bitcoin.key,
        compressPublicKey(rootstock.publicKey)!,
        mst.key,
      )
    }
    vote('commitFederation(bytes)', readBytes(scenario, 'getPendingFederationHash()'))
    const proposed = readText(scenario, 'getProposedFederationAddress()')
    expect(scenario.logs.at(-1)!.topics[0]).toEqual(commitFederationEvent.topic)

    // The validation is funded.
    scenario.mustCall(federator, update)
    scenario.pass(3)
    scenario.mustCall(federator, update)
    const fund = waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))!
    scenario.mineEmpty(350)
    scenario.register(signAll(scenario, fund, firstFederation.slice(0, 2)))
    scenario.mustCall(federator, update)
    // The proposed federation spends.
    const spend = waitingIn(readBytes(scenario, 'getStateForSvpClient()'))!
    const parties = members.map(({ bitcoin, rootstock }) => ({ bitcoin, rootstock }))
    scenario.register(signAll(scenario, spend, parties.slice(1)))
    expect(readText(scenario, 'getProposedFederationAddress()')).toBe('')

    const active = () => readText(scenario, 'getFederationAddress()')
    expect(active()).not.toBe(proposed)
    scenario.pass(160)
    expect(active()).toBe(proposed)
    expect(readNumber(scenario, 'getRetiringFederationSize()')).toBe(3n)
    // All coins migrate.
    scenario.pass(20)
    scenario.mustCall(parties[0]!.rootstock, update)
    scenario.pass(3)
    scenario.mustCall(parties[0]!.rootstock, update)
    const migration = waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))!
    const signed = signAll(scenario, migration, firstFederation.slice(1))
    expect(signed.outputs).toHaveLength(1)
    scenario.register(signed)
    scenario.pass(300)
    scenario.mustCall(parties[0]!.rootstock, update)
    expect(readNumber(scenario, 'getRetiringFederationSize()')).toBe(-1n)
    expect(unsignedBytes(readNumber(scenario, 'getFederationSize()'))).toEqual(new Uint8Array([4]))
  })
})
