import { describe, expect, it } from 'vitest'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { decodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { mainnet, regtest } from '../../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { bridgeCall } from '../bridgeWorld.cases.ts'
import { newFederation, oldFederation } from '../cells/federations.ts'
import { unconfirmedPegouts } from '../cells/pegouts.ts'
import { oldFederationUtxos } from '../cells/utxos.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { singleKeyMember, sortedMembers } from '../federation/member.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { paymentScript } from '../federation/redeemScript.ts'
import { migrateFunds } from './migration.ts'

const creationBlock = 1_000
const current = rulesAt(regtest, 1)
const next: PegFederation = {
  format: 'p2sh-erp',
  creationBlock,
  creationTimeMillis: 1,
  members: sortedMembers(['x', 'y', 'z'].map((name) => singleKeyMember(signer(name).key))),
}
const retiring: PegFederation = { ...regtestBridge.genesisFederation, format: 'p2sh-erp' }

/** Migrates coins of the given values at an age of the new federation. */
function migrateAt(age: number, values: readonly bigint[], rules: Rules = current) {
  const bridge = bridgeCall({ rules, height: creationBlock + age })
  const { cells } = bridge
  cells.set(newFederation, next)
  cells.set(oldFederation, retiring)
  const script = paymentScript(retiring, bridge)
  const coins = values.map((value, outputIndex) => ({
    value,
    script,
    transactionId: new Uint8Array(32).fill(4),
    outputIndex,
    isCoinbase: false,
  }))
  cells.set(oldFederationUtxos, coins)
  migrateFunds(bridge)
  const [made] = cells.load(unconfirmedPegouts)
  return {
    transaction: made && decodeTransaction(made.transaction),
    left: cells.load(oldFederationUtxos).length,
    isGone: cells.load(oldFederation) === undefined,
  }
}

const activation = 150
const coin = 10_000_000n

describe('the funds of a retiring federation', () => {
  it('stay until the first block of the migration', () => {
    expect(migrateAt(activation + 15, [coin])).toEqual({ transaction: undefined, left: 1, isGone: false })
  })

  it('move during the migration', () => {
    const { transaction, left, isGone } = migrateAt(activation + 16, [coin, coin])
    expect(transaction?.inputs).toHaveLength(2)
    expect(transaction?.outputs).toHaveLength(1)
    expect([left, isGone]).toEqual([0, false])
  })

  it('stay when they are worth at most half the fee per kB', () => {
    expect(migrateAt(activation + 16, [50_000n]).transaction).toBeUndefined()
    expect(() => migrateAt(activation + 16, [50_001n])).toThrow('too small')
  })

  it('move at the end of the migration, and the federation is removed even if they are too few to move', () => {
    expect(migrateAt(activation + 150, [coin])).toMatchObject({ left: 0, isGone: true })
    expect(migrateAt(activation + 150, [50_001n])).toEqual({ transaction: undefined, left: 1, isGone: true })
    expect(migrateAt(activation + 150, [])).toMatchObject({ transaction: undefined, isGone: true })
  })

  it('move ten coins at a time from RSKIP294 on', () => {
    const many = new Array<bigint>(12).fill(coin)
    expect(migrateAt(activation + 16, many).left).toBe(2)
    expect(migrateAt(activation + 16, many, { ...current, rskip294: false }).left).toBe(0)
  })

  it('move by halves when they do not fit in one transaction', () => {
    const many = new Array<bigint>(400).fill(coin)
    const { transaction, left } = migrateAt(activation + 16, many, { ...current, rskip294: false })
    expect([transaction?.inputs.length, left]).toEqual([200, 200])
  })

  it('move in transactions of version 1 until RSKIP376', () => {
    const version = (rskip376: boolean) =>
      migrateAt(activation + 16, [coin], { ...current, rskip376 }).transaction?.version
    expect([version(false), version(true)]).toEqual([1, 2])
    expect(rulesAt(mainnet, 6_223_699).rskip376).toBe(false)
    expect(rulesAt(mainnet, 6_223_700).rskip376).toBe(true)
  })
})
