import { describe, expect, it } from 'vitest'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { multisigScript, push } from '../../bitcoin/scripts/script.ts'
import {
  type BitcoinTransaction,
  transactionIdOf,
  unsignedInput,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { int256 } from '../../native/abi/types.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { bridgeCall, type CallOptions, person } from '../bridgeWorld.cases.ts'
import { newFederation, oldFederation } from '../cells/federations.ts'
import { unconfirmedPegouts } from '../cells/pegouts.ts'
import { newFederationUtxos, oldFederationUtxos } from '../cells/utxos.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { rejectedPegin } from '../events/peginEvents.ts'
import { paymentScript } from '../federation/redeemScript.ts'
import { peginCoins } from './coins.ts'
import { processPegin } from './currentPegin.ts'
import { peginPayment, refundPegin } from './pegin.ts'
import { processedIn } from './processed.ts'

const redeem = multisigScript(1, [signer('a').key, signer('b').key])
const spent = unsignedInput({ transactionId: new Uint8Array(32).fill(3), outputIndex: 0 })
const group = { ...spent, script: concatBytes(...[emptyBytes, emptyBytes, redeem].map(push)) }

interface Options extends CallOptions {
  readonly rules?: Partial<Rules>
  readonly input?: BitcoinTransaction['inputs'][number]
  readonly value?: bigint
  /** Also pays the retiring federation: this value, or as much as the active one for true. */
  readonly paysBoth?: boolean | bigint
  readonly extra?: BitcoinTransaction['outputs']
}

/** Two federations of different formats are live. */
function pegin({ input = group, value = 1_000_000n, paysBoth = false, extra = [], ...options }: Options) {
  const state = emptyState()
  state.addBalance(bridgeAddress, 21_000_000n * 10n ** 18n)
  const rules = { ...rulesAt(regtest, 1), ...options.rules }
  const bridge = bridgeCall({ ...options, state, rules, height: 1_000, value: 0n })
  const { genesisFederation } = regtestBridge
  const older = { ...genesisFederation, format: 'p2sh-erp' as const }
  bridge.cells.set(newFederation, genesisFederation)
  bridge.cells.set(oldFederation, older)
  const retiringValue = paysBoth === true ? value : paysBoth
  const outputs = [{ value, script: paymentScript(genesisFederation, bridge) }]
  if (retiringValue !== false) {
    outputs.push({ value: retiringValue, script: paymentScript(older, bridge) })
  }
  const transaction = { version: 1, inputs: [input], outputs: [...outputs, ...extra], lockTime: 0 }
  processPegin(bridge, peginPayment(transaction, peginCoins(bridge, transaction)))
  return {
    events: bridge.logs
      .filter(({ data }) => data.length === 32)
      .map(({ topics, data }) => [
        toHexDigits(topics[0]!) === toHexDigits(rejectedPegin.topic) ? 'rejected' : 'unrefundable',
        int256.decode(data, 0),
      ]),
    refunds: bridge.cells.load(unconfirmedPegouts).length,
    coins: [newFederationUtxos, oldFederationUtxos].map((list) => bridge.cells.load(list).length),
    credited: 21_000_000n * 10n ** 18n - state.balance(bridgeAddress),
    isProcessed: processedIn(bridge, toHexDigits(transactionIdOf(transaction))) !== undefined,
  }
}

describe('the refund of a peg-in that pays nothing to a federation', () => {
  it.each([true, false])('fails (with a retiring federation: %s)', (isChanging) => {
    const bridge = bridgeCall({ height: 1_000 })
    const { genesisFederation } = regtestBridge
    if (isChanging) bridge.cells.set(newFederation, genesisFederation)
    if (isChanging) bridge.cells.set(oldFederation, { ...genesisFederation, format: 'p2sh-erp' })
    const outputs = [{ value: 1_000_000n, script: fromHex('51') }]
    const transaction = { version: 1, inputs: [group], outputs, lockTime: 0 }
    const payment = peginPayment(transaction, peginCoins(bridge, transaction))
    const refund = { ...payment, sender: undefined, instructions: undefined }
    const address = { kind: 'script-hash', hash: new Uint8Array(20) } as const
    expect(() => refundPegin(bridge, refund, address)).toThrow('does not pay to a federation')
  })
})

const rejectedWith = (reason: bigint) => ['rejected', reason]
const unrefundableWith = (reason: bigint) => ['unrefundable', reason]

describe('a peg-in from RSKIP379 on', () => {
  it('of a multisignature is refunded', () => {
    const { events, refunds, isProcessed } = pegin({})
    expect(events[0]).toEqual(rejectedWith(2n))
    expect([refunds, isProcessed]).toEqual([1, true])
  })

  it('of a multisignature to federations of two formats cannot be refunded', () => {
    expect(pegin({ paysBoth: true }).events).toEqual([rejectedWith(2n), unrefundableWith(4n)])
  })

  it('of a multisignature fails when another output pays to neither a key hash nor a script hash', () => {
    const odd = { value: 0n, script: fromHex('6a') }
    expect(() => pegin({ extra: [odd] })).toThrow('neither')
    expect(() => pegin({ extra: [odd], input: spent })).not.toThrow()
  })

  it('below the minimum or of an unknown sender stays with the federation', () => {
    expect(pegin({ value: 499_999n }).events).toEqual([rejectedWith(5n), unrefundableWith(3n)])
    expect(pegin({ input: spent }).events).toEqual([rejectedWith(3n), unrefundableWith(1n)])
  })

  it('that cannot be refunded is marked as processed between RSKIP459 and RSKIP551', () => {
    const isProcessed = (rules: Partial<Rules>) => pegin({ input: spent, rules }).isProcessed
    expect(isProcessed({ rskip459: false, rskip551: false })).toBe(false)
    expect(isProcessed({ rskip551: false })).toBe(true)
    expect(isProcessed({})).toBe(false)
  })

  it('below the minimum is refused before its sender is determined', () => {
    const brokenKey = {
      ...spent,
      script: push(new Uint8Array(22)),
      witness: [emptyBytes, new Uint8Array(33)],
    }
    expect(() => pegin({ input: brokenKey })).toThrow('public key')
    expect(pegin({ input: brokenKey, value: 499_999n }).events).toEqual([
      rejectedWith(5n),
      unrefundableWith(3n),
    ])
  })

  it.each([
    ['active', 499_999n, 5_000_000n],
    ['retiring', 5_000_000n, 499_999n],
  ])(
    'is rejected as a whole when the %s federation receives less than the minimum',
    (_which, value, other) => {
      const { publicKey } = person('alice')
      const input = { ...spent, script: concatBytes(push(new Uint8Array(71)), push(publicKey)) }
      const result = pegin({ input, value, paysBoth: other })
      expect(result).toMatchObject({ credited: 0n, coins: [0, 0], refunds: 0, isProcessed: false })
      expect(result.events).toEqual([rejectedWith(5n), unrefundableWith(3n)])
      const enough = pegin({ input, value: 500_000n, paysBoth: 5_000_000n })
      expect(enough).toMatchObject({ credited: 5_500_000n * 10n ** 10n, coins: [1, 1], isProcessed: true })
    },
  )
})
