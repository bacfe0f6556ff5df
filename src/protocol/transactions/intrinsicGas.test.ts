import { describe, expect, it } from 'vitest'
import { emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { bridgeAddress as someone } from '../addresses.ts'
import { mainnet } from '../networks/definitions.ts'
import { rulesAt } from '../networks/rules.ts'
import { intrinsicGas } from './intrinsicGas.ts'

const beforeRskip400 = rulesAt(mainnet, 6_223_699)
const fromRskip400 = rulesAt(mainnet, 6_223_700)
const beforeRskip438 = rulesAt(mainnet, 7_338_023)
const fromRskip438 = rulesAt(mainnet, 7_338_024)

describe('intrinsic gas', () => {
  it('of a transfer is 21000, of an empty creation 53000, under any rules', () => {
    for (const rules of [beforeRskip400, fromRskip400, fromRskip438]) {
      expect(intrinsicGas({ to: someone, data: emptyBytes }, rules)).toBe(21_000)
      expect(intrinsicGas({ to: null, data: emptyBytes }, rules)).toBe(53_000)
    }
  })

  it('is 4 for a zero byte and 68 for others, 16 from RSKIP400 on', () => {
    const call = { to: someone, data: fromHex('00ff0001') }
    expect(intrinsicGas(call, beforeRskip400)).toBe(21_000 + 2 * 4 + 2 * 68)
    expect(intrinsicGas(call, fromRskip400)).toBe(21_000 + 2 * 4 + 2 * 16)
  })

  it.each([
    [1, 2],
    [32, 2],
    [33, 4],
    [49_152, 3072],
  ])('of %i bytes of init code includes %i for its words from RSKIP438 on', (length, wordCost) => {
    const creation = { to: null, data: new Uint8Array(length) }
    expect(intrinsicGas(creation, beforeRskip438)).toBe(53_000 + 4 * length)
    expect(intrinsicGas(creation, fromRskip438)).toBe(53_000 + 4 * length + wordCost)
  })

  it('of a call does not include words', () => {
    const call = { to: someone, data: new Uint8Array(64) }
    expect(intrinsicGas(call, fromRskip438)).toBe(intrinsicGas(call, beforeRskip438))
  })
})
