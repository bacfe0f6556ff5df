import { describe, expect, it } from 'vitest'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { contextOf } from '../bridgeWorld.cases.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { oldFederationUtxos } from './utxos.ts'

describe('a list in a cell', () => {
  it('is decoded once for the same bytes, and again after it was written', () => {
    const store = cellStore(contextOf({ state: emptyState() }))
    const coin = {
      value: 1n,
      script: new Uint8Array(23),
      transactionId: new Uint8Array(32),
      outputIndex: 0,
      isCoinbase: false,
    }
    oldFederationUtxos.write(store, [coin])
    expect(oldFederationUtxos.read(store)).toEqual([coin])
    expect(oldFederationUtxos.read(store)).toBe(oldFederationUtxos.read(store))
    oldFederationUtxos.write(store, [coin, { ...coin, outputIndex: 1 }])
    expect(oldFederationUtxos.read(store)).toHaveLength(2)
  })
})
