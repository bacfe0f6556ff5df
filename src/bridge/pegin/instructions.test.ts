import { describe, expect, it } from 'vitest'
import { op, opcode, push } from '../../bitcoin/scripts/script.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { peginInstructions } from './instructions.ts'

const destination = '11'.repeat(20)
const refund = '22'.repeat(20)
const output = (data: string) => ({ value: 0n, script: concatBytes(op(opcode.return), push(fromHex(data))) })
const read = (...outputs: readonly { value: bigint; script: Uint8Array }[]) =>
  peginInstructions({ version: 1, inputs: [], outputs, lockTime: 0 })

describe('the instructions of a peg-in', () => {
  it('give the destination', () => {
    expect(read(output(`52534b5401${destination}`))).toEqual({
      destination: fromHex(destination),
      refundAddress: undefined,
    })
  })

  it.each([
    ['01', 'public-key-hash'],
    ['02', 'script-hash'],
  ])('may give a refund address: %s', (code, kind) => {
    expect(read(output(`52534b5401${destination}${code}${refund}`))).toEqual({
      destination: fromHex(destination),
      refundAddress: { kind, hash: fromHex(refund) },
    })
  })

  it.each([
    ['of another mark', output('52534b55')],
    ['too short for the mark', output('52534b')],
    ['of a number', { value: 0n, script: op(opcode.return, opcode.one) }],
    ['without data', { value: 0n, script: op(opcode.return) }],
    ['without OP_RETURN', { value: 0n, script: push(fromHex('52534b5401')) }],
  ])('are not in an output %s', (_what, script) => {
    expect(read(script)).toBeUndefined()
  })

  it.each([
    ['no version', [output('52534b54')]],
    ['another version', [output(`52534b5402${destination}`)]],
    ['another length', [output(`52534b5401${destination}01`)]],
    ['an unknown kind of refund', [output(`52534b5401${destination}03${refund}`)]],
    [
      'a second output with instructions',
      [output(`52534b5401${destination}`), output(`52534b5401${destination}`)],
    ],
    ['an output that does not parse', [output(`52534b5401${destination}`), { value: 0n, script: op(0x4c) }]],
  ])('are malformed with %s', (_what, outputs) => {
    expect(read(...outputs)).toBe('malformed')
  })
})
