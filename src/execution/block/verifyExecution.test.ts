import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import type { HeaderFields } from '../../protocol/headers/header.ts'
import { mainnet, regtest } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { receiptsRoot } from '../../protocol/roots.ts'
import { blockOf } from '../executionWorld.cases.ts'
import type { ExecutionRejection } from './blockRejected.ts'
import { verifyExecution } from './verifyExecution.ts'

const rules = rulesAt(regtest, 21)
const otherHash = asHash(new Uint8Array(32).fill(9))

const result = {
  stateRoot: asHash(new Uint8Array(32).fill(1)),
  receipts: [
    { success: true, cumulativeGasUsed: 21_000, gasUsed: 21_000, logsBloom: new Uint8Array(256), logs: [] },
  ],
  gasUsed: 21_000,
  paidFees: 42_000n,
  logsBloom: new Uint8Array(256).fill(2),
}

const truth: Partial<HeaderFields> = {
  stateRoot: result.stateRoot,
  receiptsRoot: receiptsRoot(result.receipts, [], rules),
  gasUsed: result.gasUsed,
  paidFees: result.paidFees,
  logsBloom: result.logsBloom,
}

const verdict = (claims: Partial<HeaderFields>, underRules = rules): ExecutionRejection | undefined =>
  verifyExecution(blockOf([], { ...truth, ...claims }), result, underRules)

describe('verifying an execution', () => {
  it('accepts a header that agrees with the result', () => {
    expect(verdict({})).toBeUndefined()
  })

  it.each([
    ['state-root', { stateRoot: otherHash }],
    ['receipts-root', { receiptsRoot: otherHash }],
    ['logs-bloom', { logsBloom: new Uint8Array(256) }],
    ['gas-used', { gasUsed: 20_999 }],
    ['paid-fees', { paidFees: 42_001n }],
  ] as const)('rejects a header with another %s', (reason, claims) => {
    expect(verdict(claims)?.reason).toBe(reason)
  })

  it('reports both figures', () => {
    expect(verdict({ gasUsed: 5 })?.detail).toBe('the header has 5, the execution 21000')
  })

  it('does not compare state roots before RSKIP126', () => {
    const old = rulesAt(mainnet, 1_590_999)
    const claims = { stateRoot: otherHash, receiptsRoot: receiptsRoot(result.receipts, [], old) }
    expect(verdict(claims, old)).toBeUndefined()
  })
})
