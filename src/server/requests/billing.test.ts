import { describe, expect, it } from 'vitest'
import { unitsOf } from '../../rpc/budget/workPrices.ts'
import type { Allowance } from '../limits/allowance.ts'
import { TestNetwork } from '../serverWorld.cases.ts'
import { Billing } from './billing.ts'

/** Charges calls of these durations in milliseconds, and returns the units that were charged beyond the floor of 1. */
function openBilling() {
  const charged: number[] = []
  const allowance: Allowance = {
    spend: () => undefined,
    charge: (_, { units }) => void charged.push(units),
  }
  const clock = { nowMs: 0 }
  const billing = new Billing({
    allowance,
    metrics: undefined,
    priceOf: unitsOf,
    elapsedMs: () => clock.nowMs,
  })
  const network = new TestNetwork('regtest', {})
  const called = (threadMs: number, name = 'alice'): void => {
    const work = { gas: 0, logs: 0, bytes: 0, threadMs }
    const client = {
      network,
      address: '127.0.0.1',
      caller: { name, key: undefined, secretHash: new Uint8Array(0) },
    }
    billing.called({ method: 'test_name', ms: 0, floor: 1, work, errorCode: undefined }, client)
  }
  return { called, charged, clock }
}

describe('thread time', () => {
  it('is forgiven for 5 ms of each client in each second, however many calls it makes', () => {
    const { called, charged, clock } = openBilling()
    for (let call = 0; call < 4; call++) called(2)
    called(2, 'bob')
    expect(charged).toEqual([0, 0, 19, 39, 0])
    clock.nowMs = 1_000
    called(6)
    expect(charged.at(-1)).toBe(19)
  })
})
