import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../primitives/errors.ts'
import { type BitcoinTransaction, encodeTransaction, unsignedInput } from './bitcoinTransaction.ts'
import { decodeValidTransaction, isCoinbase, maximumMoney } from './transactionRules.ts'

const input = unsignedInput({ transactionId: new Uint8Array(32).fill(1), outputIndex: 0 })
const nothing = { ...input, transactionId: new Uint8Array(32), outputIndex: 0xffffffff }
const output = { value: 1n, script: new Uint8Array(3) }
const valid: BitcoinTransaction = { version: 1, inputs: [input], outputs: [output], lockTime: 0 }

const check = (changes: Partial<BitcoinTransaction>) => () =>
  decodeValidTransaction(encodeTransaction({ ...valid, ...changes }))

describe('the rules of single transactions', () => {
  it.each([
    ['an ordinary transaction', {}],
    ['the total supply', { outputs: [{ ...output, value: maximumMoney }] }],
    ['no value', { outputs: [{ ...output, value: 0n }] }],
    ['a coinbase', { inputs: [{ ...nothing, script: new Uint8Array(2) }] }],
    ['two outputs of one transaction', { inputs: [input, { ...input, outputIndex: 1 }] }],
  ])('allow %s', (_what, changes) => {
    expect(check(changes)).not.toThrow()
  })

  it.each([
    ['no inputs', { inputs: [] }],
    ['no outputs', { outputs: [] }],
    ['an output spent twice', { inputs: [input, input] }],
    ['a negative value', { outputs: [{ ...output, value: -1n }] }],
    ['more than the total supply', { outputs: [{ ...output, value: maximumMoney }, output] }],
    ['more than a million bytes', { outputs: [{ ...output, script: new Uint8Array(1_000_000) }] }],
    ['a coinbase without height', { inputs: [{ ...nothing, script: new Uint8Array(1) }] }],
    ['a coinbase with a long script', { inputs: [{ ...nothing, script: new Uint8Array(101) }] }],
    ['an input without outpoint besides another', { inputs: [input, nothing] }],
  ])('forbid %s', (_what, changes) => {
    expect(check(changes)).toThrow(DecodeError)
  })

  it('distinguish a coinbase from other transactions', () => {
    expect(isCoinbase(valid)).toBe(false)
    expect(isCoinbase({ ...valid, inputs: [nothing] })).toBe(true)
    expect(isCoinbase({ ...valid, inputs: [{ ...nothing, outputIndex: 0 }] })).toBe(false)
  })
})
