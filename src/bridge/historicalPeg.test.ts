import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { hash160 } from '../bitcoin/keys/publicKey.ts'
import { decodeStrictSignature, encodeSignature } from '../bitcoin/keys/signature.ts'
import { signer } from '../bitcoin/keys/signer.cases.ts'
import { publicKeyHashAddress } from '../bitcoin/scripts/address.ts'
import { type BitcoinTransaction, decodeTransaction } from '../bitcoin/transactions/bitcoinTransaction.ts'
import { legacySignatureHash } from '../bitcoin/transactions/signatureHash.ts'
import { verifySignature } from '../crypto/secp256k1.ts'
import { cellKey } from '../native/cellKey.ts'
import { asciiBytes, concatBytes, equalBytes } from '../primitives/bytes.ts'
import { toHex, toHexDigits } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { mainnet } from '../protocol/networks/definitions.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import { contextOf, person } from './bridgeWorld.cases.ts'
import { newFederation } from './cells/federations.ts'
import { regtestBridge } from './constants/regtest.ts'
import { cellStore } from './context/bridgeContext.ts'
import { commitFederationEvent, commitFederationFailed } from './events/federationEvents.ts'
import { lockBtc, peginBtc, rejectedPegin, unrefundablePegin } from './events/peginEvents.ts'
import * as pegoutEvents from './events/pegoutEvents.ts'
import { recogniseRedeemScript } from './federation/recogniseRedeemScript.ts'
import { paymentScript } from './federation/redeemScript.ts'
import { redeemScriptOf, spendingItems } from './federation/spending.ts'
import { newFormat } from './federationChange/commit.ts'
import { federators, PegScenario, paymentFrom, weiOf } from './pegScenario.cases.ts'

/*
 * The same scenario under the rules of mainnet at different heights: bitcoins are pegged in and out again. The
 * federation has the script format of the height and spends without a witness.
 */

const alice = person('alice')
const federator = person('federator1')
const amount = 100_000_000n

const names = new Map(
  [
    ...Object.entries({ commitFederationEvent, commitFederationFailed }),
    ...Object.entries({ lockBtc, peginBtc, rejectedPegin, unrefundablePegin }),
    ...Object.entries(pegoutEvents),
  ].map(([name, { topic }]) => [toHexDigits(topic), name]),
)
for (const name of ['update_collections_topic', 'add_signature_topic', 'release_btc_topic']) {
  names.set(toHexDigits(cellKey(name)), name)
}

/** A scenario whose federation has the format that was committed at the time. */
function scenarioAt(height: number): PegScenario {
  const rules = rulesAt(mainnet, height)
  const scenario = new PegScenario(rules)
  const format = newFormat({ ...rules, rskip305: false })
  const federation = { ...regtestBridge.genesisFederation, format }
  newFederation.write(cellStore(contextOf({ state: scenario.state, rules })), federation)
  const list = rules.rskip87 ? 'addOneOffLockWhitelistAddress' : 'addLockWhitelistAddress'
  const address = publicKeyHashAddress(hash160(alice.publicKey), regtestBridge.bitcoin)
  scenario.mustCall(person('auth-lock-whitelist'), `${list}(string,int256)`, asciiBytes(address), amount)
  const script = paymentScript(federation, { constants: regtestBridge, rules })
  scenario.register(paymentFrom(alice, [{ value: amount, script }]))
  return scenario
}

interface Waiting {
  readonly hash: Uint8Array
  readonly transaction: BitcoinTransaction
}

function waitingIn(scenario: PegScenario): readonly Waiting[] {
  const cell = scenario.state.storage(bridgeAddress, cellKey('rskTxsWaitingFS'))
  const reader = RlpReader.list(cell, 'rskTxsWaitingFS')
  const all: Waiting[] = []
  while (!reader.done) {
    const hash = reader.bytes('hash')
    all.push({ hash, transaction: decodeTransaction(reader.bytes('transaction')) })
  }
  return all
}

function sign(scenario: PegScenario, { hash, transaction }: Waiting, name: string): void {
  const { key, sign: signHash } = signer(name)
  const signatures = transaction.inputs.map((input, index) => {
    const signed = legacySignatureHash(transaction, index, redeemScriptOf(input)!)
    return encodeSignature(signHash(signed)).subarray(0, -1)
  })
  scenario.mustCall(person(name), 'addSignature(bytes,bytes[],bytes)', key, signatures, hash)
}

/** Verifies the signatures with another library's hash, in the order that OP_CHECKMULTISIG requires. */
function signersOf(signed: BitcoinTransaction, raw: Uint8Array): readonly number[] {
  const redeemScript = redeemScriptOf(signed.inputs[0]!)!
  const { keys } = recogniseRedeemScript(redeemScript)
  const hash = Transaction.fromBuffer(raw).hashForSignature(0, redeemScript, 1)
  return spendingItems(signed.inputs[0]!)
    .slice(1, -1)
    .filter((item) => item.length > 0)
    .map((item) => {
      const { r, s } = decodeStrictSignature(item)!
      const compact = concatBytes(wordBytes(r), wordBytes(s))
      return keys.findIndex((key) => verifySignature(new Uint8Array(hash), compact, key))
    })
}

/** The transaction in the last event, whose data end with it in every form. */
function released(scenario: PegScenario): { transaction: BitcoinTransaction; raw: Uint8Array } {
  const { topics, data } = scenario.logs.at(-1)!
  expect(names.get(toHexDigits(topics[0]!))).toMatch(/release/i)
  const isLegacy = equalBytes(topics[0]!, cellKey('release_btc_topic'))
  const raw = isLegacy
    ? legacyContent(data)
    : data.subarray(64, 64 + Number(`0x${toHexDigits(data.subarray(32, 64))}`))
  return { transaction: decodeTransaction(raw), raw }
}

function legacyContent(data: Uint8Array): Uint8Array {
  const reader = RlpReader.list(data, 'event')
  reader.bytes('id')
  return reader.bytes('transaction')
}

const eras = [
  {
    era: 'orchid',
    height: 1_590_999,
    events:
      'update_collections_topic update_collections_topic add_signature_topic add_signature_topic release_btc_topic',
  },
  {
    era: 'wasabi',
    height: 2_392_699,
    events:
      'update_collections_topic update_collections_topic add_signature_topic add_signature_topic release_btc_topic',
  },
  {
    era: 'papyrus',
    height: 2_392_700,
    events:
      'lockBtc updateCollectionsEvent releaseRequested updateCollectionsEvent addSignatureEvent addSignatureEvent releaseBtcEvent',
  },
  {
    era: 'iris',
    height: 3_614_800,
    events:
      'peginBtc releaseRequestReceivedByHash updateCollectionsEvent releaseRequested updateCollectionsEvent addSignatureEvent addSignatureEvent releaseBtcEvent',
  },
  {
    era: 'hop',
    height: 4_598_500,
    events:
      'peginBtc releaseRequestReceivedByHash updateCollectionsEvent releaseRequested batchPegoutCreated updateCollectionsEvent addSignatureEvent addSignatureEvent releaseBtcEvent',
  },
  {
    era: 'fingerroot',
    height: 5_468_000,
    events:
      'peginBtc releaseRequestReceived updateCollectionsEvent releaseRequested batchPegoutCreated updateCollectionsEvent pegoutConfirmed addSignatureEvent addSignatureEvent releaseBtcEvent',
  },
  {
    era: 'arrowhead',
    height: 6_223_700,
    events:
      'peginBtc releaseRequestReceived updateCollectionsEvent releaseRequested batchPegoutCreated updateCollectionsEvent pegoutConfirmed addSignatureEvent addSignatureEvent releaseBtcEvent',
  },
  {
    era: 'lovell',
    height: 7_338_024,
    events:
      'peginBtc releaseRequestReceived updateCollectionsEvent releaseRequested pegoutTransactionCreated batchPegoutCreated updateCollectionsEvent pegoutConfirmed addSignatureEvent addSignatureEvent releaseBtcEvent',
  },
] as const

describe('a peg by the rules of mainnet', () => {
  it.each(eras)('pegs in and out with the events of $era', ({ height, events }) => {
    const scenario = scenarioAt(height)
    expect(scenario.balance(alice.address)).toBe(weiOf(amount))
    scenario.send(alice, new Uint8Array(0), weiOf(2_000_000n))
    scenario.mustCall(federator, 'updateCollections()')
    scenario.pass(3)
    scenario.mustCall(federator, 'updateCollections()')
    const [waiting] = waitingIn(scenario)
    for (const name of federators.slice(0, 2)) sign(scenario, waiting!, name)
    expect(
      scenario.logs.map(({ topics }) => names.get(toHexDigits(topics[0]!)) ?? toHex(topics[0]!)).join(' '),
    ).toBe(events)
    expect(waitingIn(scenario)).toHaveLength(0)
    const { transaction, raw } = released(scenario)
    expect(transaction.version).toBe(scenario.rules.rskip201 ? 2 : 1)
    const signers = signersOf(transaction, raw)
    expect(signers).toHaveLength(2)
    expect([...signers].sort()).toEqual(signers)
    // The change is registered and can be spent again.
    scenario.register(transaction)
    const list = scenario.state.storage(bridgeAddress, cellKey('newFederationBtcUTXOs'))
    expect(RlpReader.list(list, 'utxos').remaining()).toBe(1)
  })

  it('identifies a peg-out by the transaction that confirms it until RSKIP375, then by the one that created it', () => {
    for (const [height, isByCreation] of [
      [2_392_699, false],
      [2_392_700, true],
      [3_614_799, true],
      [3_614_800, false],
      [5_467_999, false],
      [5_468_000, true],
    ] as const) {
      const scenario = scenarioAt(height)
      const request = scenario.height + 1
      scenario.send(alice, new Uint8Array(0), weiOf(2_000_000n))
      scenario.mustCall(federator, 'updateCollections()')
      const creation = scenario.rules.rskip271 ? scenario.height : request
      scenario.pass(3)
      scenario.mustCall(federator, 'updateCollections()')
      const expected = scenario.hashOf(isByCreation ? creation : scenario.height)
      expect([height, toHex(waitingIn(scenario)[0]!.hash)]).toEqual([height, toHex(expected)])
    }
  })
})
