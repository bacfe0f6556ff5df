import { describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import { ruleNames } from '../protocol/networks/ruleTable.ts'
import { methodTable } from './bridgeMethods.cases.ts'
import { bridgeMethods } from './bridgeMethods.ts'
import { contextOf } from './bridgeWorld.cases.ts'
import { bridgeContext } from './context/bridgeContext.ts'

const bySignature = new Map(bridgeMethods.map((method) => [method.signature, method]))
const method = (signature: string) => bySignature.get(signature)!

/** All rules active except one. */
const without = (rule: string): Rules => ({ ...rulesAt(regtest, 1), [rule]: false })

/** The method's availability in the form of the table. */
function availabilityOf(signature: string): string {
  const all: Rules = { ...rulesAt(regtest, 1), ...Object.fromEntries(ruleNames.map((rule) => [rule, true])) }
  const isThereAtLast = method(signature).isAvailable(all)
  const decisive = ruleNames.find((rule) => method(signature).isAvailable(without(rule)) !== isThereAtLast)
  if (!decisive) return 'always'
  return `${isThereAtLast ? 'since' : 'until'}-${decisive.replace('rskip', '')}`
}

function callersOf(signature: string): string {
  if (method(signature).isLocalOnly(rulesAt(regtest, 1))) return 'local'
  return method(signature).isLocalOnly(without('rskip220')) ? 'local-until-220' : 'any'
}

describe('the methods of the Bridge', () => {
  it('are those of the table', () => {
    expect([...bySignature.keys()].sort()).toEqual(methodTable.map(([, signature]) => signature).sort())
  })

  it.each(methodTable)('%s %s', (selector, signature, gas, availability, callers, instruction) => {
    const { selector: bytes, bind, isRead } = method(signature)
    expect(toHexDigits(bytes)).toBe(selector)
    expect(availabilityOf(signature)).toBe(availability)
    expect(callersOf(signature)).toBe(callers)
    expect(isRead ? 'STATICCALL' : 'CALL').toBe(instruction)
    // Offsets and lengths of 0: every argument is 0 or empty.
    const input = concatBytes(bytes, new Uint8Array(32 * 9))
    expect(bind(input)?.gas(bridgeContext(contextOf()))).toBe(gas + 2 * input.length)
  })
})

describe('the gas of receiveHeaders', () => {
  const headers = [1n, 2n, 3n]
  const input = concatBytes(
    method('receiveHeaders(bytes[])').selector,
    new Uint8Array(31),
    new Uint8Array([32]),
    new Uint8Array(31),
    new Uint8Array([headers.length]),
    // Three offsets, all to the first of them: a length of 0.
    new Uint8Array(32 * headers.length),
  )

  it.each([
    ['before RSKIP124', ['rskip124', 'rskip132'], 22_000],
    ['before RSKIP132', ['rskip132'], 66_000 + 2 * 1_650],
    ['today', [], 25_000 + 2 * 3_500],
  ])('%s', (_era, missing, gas) => {
    const rules = { ...rulesAt(regtest, 1), ...Object.fromEntries(missing.map((rule) => [rule, false])) }
    const bound = method('receiveHeaders(bytes[])').bind(input)
    expect(bound?.gas(bridgeContext(contextOf({ rules })))).toBe(gas + 2 * input.length)
  })
})
