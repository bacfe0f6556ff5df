import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { newWorld, returnTop } from '../evmWorld.cases.ts'
import { runFast } from './fastRun.cases.ts'

/* A JUMPDEST between two instructions prevents the decoder from joining them, without another effect. */

const words = [
  0n,
  1n,
  255n,
  256n,
  2n ** 32n,
  2n ** 64n - 1n,
  2n ** 64n,
  2n ** 64n + 7n,
  2n ** 128n + 255n,
].concat([2n ** 128n - 1n, 2n ** 192n - 1n, 2n ** 192n, 2n ** 255n, 2n ** 256n - 1n, 2n ** 256n - 8n])
const immediates = [0n, 1n, 7n, 255n, 256n, 2n ** 32n, 2n ** 64n - 1n]
const operations = ['ADD', 'SUB', 'MUL', 'AND', 'LT', 'GT', 'EQ', 'SHL', 'SHR']

const result = (program: string): string => toHex(runFast(newWorld(), `${program} ${returnTop}`).output)

describe('joined instructions', () => {
  for (const operation of operations) {
    it(`give ${operation} the same result after PUSH or DUP as alone`, () => {
      for (const word of words) {
        for (const immediate of immediates) {
          expect(result(`${word} ${immediate} ${operation}`)).toBe(
            result(`${word} ${immediate} JUMPDEST ${operation}`),
          )
          const deeper = `${immediate} ${word} DUP2`
          expect(result(`${deeper} ${operation}`)).toBe(result(`${deeper} JUMPDEST ${operation}`))
        }
      }
    })
  }

  it('take the same branch as a separate test and jump', () => {
    for (const comparison of ['LT', 'GT', 'EQ', 'ISZERO', 'LT ISZERO', 'SLT']) {
      for (const a of words) {
        for (const b of [0n, 255n, 2n ** 64n, 2n ** 192n, 2n ** 256n - 1n]) {
          const branch = `@yes JUMPI 1 ${returnTop} yes: 2`
          const joined = result(`${a} ${b} JUMPDEST ${comparison} ${branch}`)
          expect(joined).toBe(result(`${a} ${b} JUMPDEST ${comparison} JUMPDEST ${branch}`))
        }
      }
    }
  })

  it('access memory as single instructions do', () => {
    for (const offset of [0n, 1n, 31n, 500n, 2n ** 30n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 255n]) {
      for (const access of ['MLOAD', `MSTORE ${offset} MLOAD`, 'MSTORE8 MSIZE']) {
        const value = access.startsWith('MLOAD') ? '' : '77'
        expect(result(`${value} ${offset} ${access}`)).toBe(result(`${value} ${offset} JUMPDEST ${access}`))
        const copied = `${offset} ${value} DUP${value === '' ? 1 : 2}`
        expect(result(`${copied} ${access}`)).toBe(result(`${copied} JUMPDEST ${access}`))
      }
    }
  })
})
