import { describe, expect, it } from 'vitest'
import type { BlockOptions } from '../../src/execution/block/blockExecution.ts'
import { verifyExecution } from '../../src/execution/block/verifyExecution.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { type ChainName, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { ChainReplay } from '../support/chainReplay.ts'

/*
 * Executes chains of the reference node from the genesis block: every root in every header must match. import.test.ts imports
 * them to their end.
 */

/** Executes a chain, up to this block if it is given, and returns the number of transactions. */
function replay(name: ChainName, options?: BlockOptions, upTo = Number.POSITIVE_INFINITY): number {
  const chain = new ChainReplay()
  let transactions = 0
  for (const recorded of recordedBlocks(name)) {
    if (recorded.number > upTo) break
    const { block, result } = chain.execute(recorded, options)
    const rejection = verifyExecution(block, result, rulesAt(regtest, recorded.number))
    if (rejection) throw new Error(`block ${recorded.number}: ${rejection.reason}, ${rejection.detail}`)
    expect(toHex(result.stateRoot)).toBe(recorded.stateRoot)
    transactions += result.receipts.length
  }
  return transactions
}

describe('executing a recorded chain', { timeout: 300_000 }, () => {
  it('reproduces every root of “basic”', () => {
    expect(replay('basic')).toBe(981 + 123)
  })

  it('reproduces every root of “uncles”, on all branches', () => {
    expect(replay('uncles')).toBe(513)
  })

  it('reproduces every root of “contracts”', () => {
    expect(replay('contracts')).toBe(446 + 208)
  })

  it('reproduces every root of “contracts” with the reference engine', () => {
    expect(replay('contracts', { engine: 'reference' })).toBe(446 + 208)
  })

  it('reproduces every root of the first blocks of “fuzz-a”', () => {
    expect(replay('fuzz-a', {}, 120)).toBe(1165 + 120)
  })
})
