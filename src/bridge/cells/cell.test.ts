import { expect, it } from 'vitest'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { contextOf } from '../bridgeWorld.cases.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { decodedOnce } from './cell.ts'
import { oldFederationUtxos } from './utxos.ts'

it('what was decoded is used again for the very same bytes, not for equal ones', () => {
  let times = 0
  const decode = decodedOnce((bytes) => ({ length: bytes.length, times: ++times }))
  const bytes = new Uint8Array(3)
  expect(decode(bytes)).toBe(decode(bytes))
  expect(decode(new Uint8Array(3))).toEqual({ length: 3, times: 2 })
})

it('a list that was written anew is read anew', () => {
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
