import { describe, expect, it } from 'vitest'
import { decodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { int256 } from '../../native/abi/types.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { contextOf, person } from '../bridgeWorld.cases.ts'
import { unconfirmedPegouts } from '../cells/pegouts.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { PegScenario, weiOf } from '../pegScenario.cases.ts'
import { lastValues, pegIn } from '../pegSteps.cases.ts'

const alice = person('alice')
const federator = person('federator1')
const minimum = 250_000n

/** A Bridge with these coins and requests. */
function scenarioWith(coins: readonly bigint[], requests: readonly bigint[], changes: Partial<Rules> = {}) {
  const scenario = new PegScenario(changes)
  for (const [index, coin] of coins.entries()) pegIn(scenario, coin, index)
  for (const amount of requests) scenario.send(alice, new Uint8Array(0), weiOf(amount))
  return scenario
}

const estimateOf = (scenario: PegScenario): bigint =>
  int256.decode(scenario.mustCall(alice, 'getEstimatedFeesForNextPegOutEvent()'), 0)

/** Undefined when the call fails. */
function estimateFor(scenario: PegScenario, amount: bigint): bigint | undefined {
  const { output } = scenario.call(alice, 'getEstimatedFeesForPegOutAmount(uint256)', weiOf(amount))
  return output && int256.decode(output, 0)
}

/** The fee of the batch that the next call builds. */
function feeOfBatch(scenario: PegScenario): bigint {
  scenario.mustCall(federator, 'updateCollections()')
  const store = cellStore(contextOf({ state: scenario.state, rules: scenario.rules }))
  const [batch] = unconfirmedPegouts.read(store)
  const paid = decodeTransaction(batch!.transaction).outputs.reduce((sum, { value }) => sum + value, 0n)
  return lastValues(scenario).reduce((sum, value) => sum + value, 0n) - paid
}

/** The estimate by size for the first federation, at 100 satoshis a byte: two inputs, its own scripts, two more outputs. */
function feeBySize(queued: number): bigint {
  const base = 10 + 32 * (queued + 2) + 36 * 2
  const total = base + 72 * 2 * 2 + 252 * 2
  return BigInt(Math.floor((total + 3 * base) / 4)) * 100n
}

describe('the estimated fee of the next batch', () => {
  it.each([
    ['an empty queue', [100_000_000n], []],
    ['a queue of two', [100_000_000n], [1_000_000n, 2_000_000n]],
    ['several coins', [600_000n, 700_000n, 800_000n, 900_000n], [1_000_000n, 1_500_000n]],
  ])('is the fee of the batch with one more request of the minimum: %s', (_what, coins, requests) => {
    const estimated = estimateOf(scenarioWith(coins, requests))
    expect(estimated).toBe(feeOfBatch(scenarioWith(coins, [...requests, minimum])))
  })

  it('follows from the size of two inputs when the coins do not cover the requests', () => {
    expect(feeBySize(0)).toBe(34_400n)
    expect(estimateOf(scenarioWith([], []))).toBe(34_400n)
    expect(estimateOf(scenarioWith([], [1_000_000n, 1_000_000n, 1_000_000n]))).toBe(feeBySize(3))
    expect(estimateOf(scenarioWith([2_000_000n], [1_000_000n, 1_000_000n]))).toBe(feeBySize(2))
  })

  it('adds a request of one bitcoin until RSKIP540', () => {
    const before: Partial<Rules> = { rskip540: false }
    expect(estimateOf(scenarioWith([90_000_000n], [], before))).toBe(feeBySize(0))
    expect(estimateOf(scenarioWith([190_000_000n], [], before))).toBe(
      feeOfBatch(scenarioWith([190_000_000n], [100_000_000n], before)),
    )
  })

  it('follows from the size until RSKIP305, and is zero for an empty queue until RSKIP385', () => {
    const estimate = (requests: readonly bigint[], changes: Partial<Rules>) =>
      estimateOf(scenarioWith([100_000_000n], requests, changes))
    expect(estimate([1_000_000n], { rskip305: false })).toBe(feeBySize(1))
    expect(estimate([], { rskip305: false })).toBe(feeBySize(0))
    expect(estimate([], { rskip385: false })).toBe(0n)
    expect(estimate([1_000_000n], { rskip385: false })).toBeGreaterThan(0n)
  })

  it('leaves queue and coins as they are', () => {
    const scenario = scenarioWith([100_000_000n], [1_000_000n])
    const first = estimateOf(scenario)
    expect(estimateOf(scenario)).toBe(first)
    expect(feeOfBatch(scenario)).toBeLessThan(first)
  })
})

describe('the estimated fee for an amount', () => {
  it('is the fee of the batch with the amount in it', () => {
    for (const requests of [[], [1_000_000n, 2_000_000n]]) {
      const estimated = estimateFor(scenarioWith([50_000_000n, 60_000_000n], requests), 70_000_000n)
      expect(estimated).toBe(feeOfBatch(scenarioWith([50_000_000n, 60_000_000n], [...requests, 70_000_000n])))
    }
  })

  it('fails below the minimum, and when the coins do not cover the requests', () => {
    const scenario = scenarioWith([10_000_000n], [])
    expect(estimateFor(scenario, minimum - 1n)).toBeUndefined()
    expect(estimateFor(scenario, minimum)).toBeDefined()
    expect(estimateFor(scenario, 10_000_000n)).toBeDefined()
    expect(estimateFor(scenario, 10_000_001n)).toBeUndefined()
    expect(estimateFor(scenarioWith([], []), minimum)).toBeUndefined()
    expect(estimateFor(scenarioWith([10_000_000n], [9_900_000n]), minimum)).toBeUndefined()
  })
})
