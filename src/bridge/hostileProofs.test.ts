import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { regtest } from '../protocol/networks/definitions.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import { bridgeContract } from './bridgeContract.ts'
import { callBridge, contextOf, inputFor, person } from './bridgeWorld.cases.ts'
import { regtestBridge } from './constants/regtest.ts'
import { paymentScript } from './federation/redeemScript.ts'
import { encodeArguments, PegScenario, paymentFrom, weiOf } from './pegScenario.cases.ts'

/* A payment in a Bitcoin block, and callers who submit altered bytes of it. */

const alice = person('alice')
const amount = 5_000_000n
const script = paymentScript(regtestBridge.genesisFederation, {
  constants: regtestBridge,
  rules: rulesAt(regtest, 1),
})

interface Change {
  readonly at: number
  readonly byte: number
}

const anyChanges = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { minLength: 1, maxLength: 3 })

function changed(input: Uint8Array, changes: readonly Change[], cut: number): Uint8Array {
  const bytes = input.slice(0, input.length - cut)
  for (const { at, byte } of changes) bytes[at % bytes.length] = byte
  return bytes
}

describe('hostile proofs', () => {
  it.each([0, 350])('credit only payments in Bitcoin blocks (above %i blocks)', (blocks) => {
    const scenario = new PegScenario()
    scenario.mineEmpty(blocks)
    const register = 'registerBtcTransaction(bytes,int256,bytes)'
    const payment = paymentFrom(alice, [{ value: amount, script }])
    const honest = inputFor(register, encodeArguments(...scenario.mine(payment)))
    const context = contextOf({ state: scenario.state, height: scenario.height + 1 })
    fc.assert(
      fc.property(anyChanges, fc.nat(2), (changes, cut) => {
        const mark = scenario.state.snapshot()
        const input = changed(honest, changes, cut)
        expect(bridgeContract(context).gas(input)).toBeGreaterThan(0)
        const { output, logs } = callBridge(context, input)
        const credited = scenario.balance(alice.address)
        // Bytes after the arguments and the high bytes of small numbers may differ without effect.
        expect([0n, weiOf(amount)]).toContain(credited)
        if (output === undefined) expect(credited).toBe(0n)
        if (credited > 0n) expect(logs).toHaveLength(1)
        scenario.state.rollback(mark)
      }),
      { numRuns: 200 },
    )
    callBridge(context, honest)
    expect(scenario.balance(alice.address)).toBe(weiOf(amount))
  })
})
