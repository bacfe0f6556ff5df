import { Transaction } from 'bitcoinjs-lib'
import { expect } from 'vitest'
import { compressPublicKey } from '../bitcoin/keys/publicKey.ts'
import { decodeStrictSignature, encodeSignature } from '../bitcoin/keys/signature.ts'
import { signer } from '../bitcoin/keys/signer.cases.ts'
import { type BitcoinTransaction, decodeTransaction } from '../bitcoin/transactions/bitcoinTransaction.ts'
import { segwitSignatureHash } from '../bitcoin/transactions/signatureHash.ts'
import { verifySignature } from '../crypto/secp256k1.ts'
import { bytes, int256, string } from '../native/abi/types.ts'
import { concatBytes, equalBytes } from '../primitives/bytes.ts'
import { toBigInt, wordBytes } from '../primitives/integers.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { callBridge, contextOf, inputFor, person } from './bridgeWorld.cases.ts'
import { valueList } from './cells/pegouts.ts'
import { regtestBridge } from './constants/regtest.ts'
import { pegoutTransactionCreated, releaseBtcEvent } from './events/pegoutEvents.ts'
import { recogniseRedeemScript } from './federation/recogniseRedeemScript.ts'
import { paymentScript } from './federation/redeemScript.ts'
import { redeemScriptOf } from './federation/spending.ts'
import { federators, type newcomers, PegScenario, paymentFrom } from './pegScenario.cases.ts'

/* The steps of a peg that several tests take: reading the Bridge, voting, signing. */

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

export const readBytes = (scenario: PegScenario, signature: string): Uint8Array =>
  bytes.decode(read(scenario, signature), 32)
export const readText = (scenario: PegScenario, signature: string): string =>
  string.decode(read(scenario, signature), 32)
export const readNumber = (scenario: PegScenario, signature: string): bigint =>
  int256.decode(read(scenario, signature), 0)

/** The values of the inputs of the latest transaction. */
export function lastValues(scenario: PegScenario): readonly bigint[] {
  const log = scenario.logs.findLast(({ topics }) => equalBytes(topics[0]!, pegoutTransactionCreated.topic))!
  return valueList.decode(bytes.decode(log.data, 32))
}

export interface Waiting {
  readonly hash: Uint8Array
  readonly transaction: BitcoinTransaction
}

/** The first transaction that waits for signatures, from the answer of a read method. */
export function waitingIn(state: Uint8Array): Waiting | undefined {
  const entries = RlpReader.list(state, 'state').list('pegouts')
  if (entries.done) return undefined
  const hash = entries.bytes('hash')
  return { hash, transaction: decodeTransaction(entries.bytes('transaction')) }
}

export interface Party {
  readonly rootstock: ReturnType<typeof person>
  readonly bitcoin: ReturnType<typeof signer>
}

/** Signs until the transaction is complete; returns it. */
export function signAll(
  scenario: PegScenario,
  waiting: Waiting,
  parties: readonly Party[],
): BitcoinTransaction {
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

/** The members of the first federation. */
export const firstFederation: readonly Party[] = federators.map((name) => ({
  rootstock: person(name),
  bitcoin: signer(name),
}))

/** Pays the first federation. */
export function pegIn(scenario: PegScenario, amount: bigint, outputIndex = 0): void {
  const { rules } = scenario
  const script = paymentScript(regtestBridge.genesisFederation, { constants: regtestBridge, rules })
  scenario.register(paymentFrom(person('alice'), [{ value: amount, script }], outputIndex))
}

/** A scenario whose first federation holds one coin. */
export function fundedScenario(amount: bigint): PegScenario {
  const scenario = new PegScenario()
  pegIn(scenario, amount)
  return scenario
}

/** Votes with a majority for a federation of these members and commits it. */
export function commitFederation(scenario: PegScenario, members: ReturnType<typeof newcomers>): void {
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
}
