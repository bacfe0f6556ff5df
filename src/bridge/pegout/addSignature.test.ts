import { describe, expect, it } from 'vitest'
import { encodeSignature } from '../../bitcoin/keys/signature.ts'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { payToPublicKeyHash } from '../../bitcoin/scripts/outputScripts.ts'
import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeTransaction,
  unsignedInput,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { legacySignatureHash } from '../../bitcoin/transactions/signatureHash.ts'
import { uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { bridgeCall, person } from '../bridgeWorld.cases.ts'
import { newFederation } from '../cells/federations.ts'
import { unsignedPegouts } from '../cells/pegouts.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { addSignatureEvent, releaseBtcEvent } from '../events/pegoutEvents.ts'
import { accountOfKey } from '../federation/member.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { redeemScript } from '../federation/redeemScript.ts'
import { emptySpending, redeemScriptOf, spendingItems } from '../federation/spending.ts'
import { addSignature } from './addSignature.ts'

const transactionHash = new Uint8Array(32).fill(5)
const names = ['federator1', 'federator2', 'federator3']

/** A peg-out of two inputs that waits for signatures, of a federation that spends without a witness. */
function waitingPegout(changes: Partial<Rules> = {}, format: PegFederation['format'] = 'p2sh-erp') {
  const rules = { ...rulesAt(regtest, 1), ...changes }
  const federation = { ...regtestBridge.genesisFederation, format }
  const bridge = bridgeCall({ rules, height: 100, caller: person('federator1').address })
  bridge.cells.set(newFederation, federation)
  const script = redeemScript(federation, bridge)
  const inputs = [0, 1].map((outputIndex) =>
    emptySpending(unsignedInput({ transactionId: new Uint8Array(32).fill(2), outputIndex }), script, false),
  )
  const outputs = [{ value: 5n, script: payToPublicKeyHash(new Uint8Array(20)) }]
  const transaction = { version: 2, inputs, outputs, lockTime: 0 }
  bridge.cells.set(unsignedPegouts, [{ transactionHash, transaction: encodeTransaction(transaction) }])
  return { bridge, transaction }
}
type Waiting = ReturnType<typeof waitingPegout>

const signatures = (transaction: BitcoinTransaction, name: string): Uint8Array[] =>
  transaction.inputs.map((input, index) => {
    const hash = legacySignatureHash(transaction, index, redeemScriptOf(input)!)
    return encodeSignature(signer(name).sign(hash)).subarray(0, -1)
  })

const sign = ({ bridge, transaction }: Waiting, name: string): void =>
  addSignature(bridge, signer(name).key, signatures(transaction, name), transactionHash)

/** The number of signatures of each input. */
const counts = ({ bridge }: Waiting): readonly number[] | undefined => {
  const [waiting] = bridge.cells.load(unsignedPegouts)
  return (
    waiting &&
    decodeTransaction(waiting.transaction).inputs.map(
      (input) =>
        spendingItems(input)
          .slice(1, -1)
          .filter((item) => item.length > 0).length,
    )
  )
}

const events = ({ bridge }: Waiting): readonly string[] =>
  bridge.logs.map(({ topics }) => toHexDigits(topics[0]!).slice(0, 8))
const added = toHexDigits(addSignatureEvent.topic).slice(0, 8)
const released = toHexDigits(releaseBtcEvent.topic).slice(0, 8)

describe('signatures for a peg-out', () => {
  it.each(['standard', 'p2sh-erp', 'non-standard-erp'] as const)('complete it: %s', (format) => {
    const waiting = waitingPegout({}, format)
    sign(waiting, 'federator3')
    expect(counts(waiting)).toEqual([1, 1])
    sign(waiting, 'federator1')
    expect(counts(waiting)).toBeUndefined()
    expect(events(waiting)).toEqual([added, added, released])
  })

  it('of one member count once', () => {
    const waiting = waitingPegout()
    sign(waiting, 'federator2')
    sign(waiting, 'federator2')
    expect(counts(waiting)).toEqual([1, 1])
    expect(events(waiting)).toEqual([added])
  })

  it('emit an event before they are verified until RSKIP326', () => {
    const waiting = waitingPegout({ rskip326: false })
    sign(waiting, 'federator2')
    sign(waiting, 'federator2')
    expect(events(waiting)).toEqual([added, added])
  })

  it('are all refused when one is wrong', () => {
    const waiting = waitingPegout()
    const [first] = signatures(waiting.transaction, 'federator1')
    addSignature(waiting.bridge, signer('federator1').key, [first!, first!], transactionHash)
    expect(counts(waiting)).toEqual([0, 0])
    expect(events(waiting)).toEqual([])
  })

  it.each([
    ['too few', (all: Uint8Array[]) => all.slice(1)],
    ['too many', (all: Uint8Array[]) => [...all, ...all]],
  ])('are ignored when they are %s', (_what, change) => {
    const waiting = waitingPegout()
    const changed = change(signatures(waiting.transaction, 'federator1'))
    addSignature(waiting.bridge, signer('federator1').key, changed, transactionHash)
    expect(counts(waiting)).toEqual([0, 0])
  })

  it('are ignored for another peg-out, for an uncompressed key and for the key of a stranger', () => {
    const waiting = waitingPegout()
    const { bridge, transaction } = waiting
    const all = signatures(transaction, 'federator1')
    const { key } = signer('federator1')
    addSignature(bridge, key, all, new Uint8Array(32))
    addSignature(bridge, uncompressPublicKey(key)!, all, transactionHash)
    addSignature(bridge, new Uint8Array(1), all, transactionHash)
    addSignature(bridge, signer('stranger').key, signatures(transaction, 'stranger'), transactionHash)
    expect(counts(waiting)).toEqual([0, 0])
  })

  it('fail with malformed arguments and from callers outside the federation', () => {
    const { bridge, transaction } = waitingPegout()
    const { key } = signer('federator1')
    const all = signatures(transaction, 'federator1')
    expect(() => addSignature(bridge, key, [], transactionHash)).toThrow('no signatures')
    expect(() => addSignature(bridge, key, all, new Uint8Array(31))).toThrow('32 bytes')
    expect(() => addSignature(bridge, key.subarray(1), all, transactionHash)).toThrow('not a point')
    expect(() => addSignature(bridge, key, [new Uint8Array(3)], transactionHash)).toThrow('ASN.1')
    const strange = { ...bridge, call: { ...bridge.call, caller: person('stranger').address } }
    expect(() => addSignature(strange, key, all, transactionHash)).toThrow('not a member')
  })

  it('emit the account of the Rootstock key from RSKIP415 on', () => {
    const member = regtestBridge.genesisFederation.members[0]!
    const rootstockKey = signer('another').key
    const accounts = [false, true].map((rskip415) => {
      const waiting = waitingPegout({ rskip415 })
      const name = names.find((one) => toHexDigits(signer(one).key) === toHexDigits(member.bitcoinKey))!
      const members = regtestBridge.genesisFederation.members.map((one) =>
        one === member ? { ...one, rootstockKey } : one,
      )
      const federation = waiting.bridge.cells.load(newFederation)!
      waiting.bridge.cells.set(newFederation, { ...federation, members })
      const caller = accountOfKey(regtestBridge.genesisFederation.members[1]!.rootstockKey)
      const bridge = { ...waiting.bridge, call: { ...waiting.bridge.call, caller } }
      sign({ ...waiting, bridge }, name)
      return toHexDigits(waiting.bridge.logs[0]!.topics[2]!.subarray(12))
    })
    expect(accounts).toEqual([
      toHexDigits(accountOfKey(member.bitcoinKey)),
      toHexDigits(accountOfKey(rootstockKey)),
    ])
  })
})
