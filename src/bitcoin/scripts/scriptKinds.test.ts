import { expect, it } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { kindOfScript, multisigOf } from './scriptKinds.ts'

const key = `21${'02'.repeat(33)}`
const longKey = `41${'04'.repeat(65)}`

it.each([
  ['data', `6a${'51'.repeat(100)}4c0201ff`, 'nulldata'],
  ['data of a megabyte', `6a${'00'.repeat(1 << 20)}`, 'nulldata'],
  ['data with another opcode at its end', `6a${'00'.repeat(1 << 20)}ac`, 'nonstandard'],
  ['data that is cut off', '6a4c05ff', 'nonstandard'],
  ['a key', `${key}ac`, 'pubkey'],
  ['sixteen long keys', `51${longKey.repeat(16)}60ae`, 'multisig'],
  ['a megabyte of numbers', '51'.repeat(1 << 20), 'nonstandard'],
  ['a script that is cut off', '05ff', 'nonstandard'],
  ['an empty script', '', 'nonstandard'],
])('recognises the kind of %s', (_, script, kind) => {
  const bytes = fromHex(script)
  expect(kindOfScript(bytes)).toBe(kind)
  expect(multisigOf(bytes)?.keys.length).toBe(kind === 'multisig' ? 16 : undefined)
})
