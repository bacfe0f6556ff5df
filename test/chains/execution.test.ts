import { describe, expect, test } from 'vitest'
import type { BlockOptions } from '../../src/execution/block/executeBlock.ts'
import { verifyExecution } from '../../src/execution/block/verifyExecution.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { type ChainName, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { ChainReplay } from '../support/chainReplay.ts'

/* Chains that the reference node mined are executed from the genesis: every header must come out. */

/** Executes a chain; returns the number of transactions. */
function replay(name: ChainName, options?: BlockOptions): number {
  const chain = new ChainReplay()
  let transactions = 0
  for (const recorded of recordedBlocks(name)) {
    const { block, result } = chain.execute(recorded, options)
    const rejection = verifyExecution(block, result, rulesAt(regtest, recorded.number))
    if (rejection) throw new Error(`block ${recorded.number}: ${rejection.reason}, ${rejection.detail}`)
    expect(toHex(result.stateRoot)).toBe(recorded.stateRoot)
    transactions += result.receipts.length
  }
  return transactions
}

describe('the recorded chain', () => {
  test('“basic” comes out as it was mined', () => {
    expect(replay('basic')).toBe(981 + 123)
  })

  test('“uncles” comes out on all its branches', () => {
    expect(replay('uncles')).toBe(513)
  })

  test('“contracts” comes out as it was mined', () => {
    expect(replay('contracts')).toBe(446 + 208)
  })

  test('“contracts” comes out of the reference engine as well', () => {
    expect(replay('contracts', { engine: 'reference' })).toBe(446 + 208)
  })

  test('“fuzz-a” comes out as it was mined', () => {
    expect(replay('fuzz-a')).toBe(5927 + 507)
  })
})
