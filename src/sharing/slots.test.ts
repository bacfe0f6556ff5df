import { describe, expect, it } from 'vitest'
import { readRedirection, readSlots, slotOf } from './slots.ts'

describe('slots of a cluster', () => {
  // From CLUSTER KEYSLOT of a server; 0x31C3 is the check value of CRC-16/XMODEM in the specification of clusters.
  it.each([
    ['123456789', 0x31c3],
    ['', 0],
    ['foo', 12_182],
    ['cambium:1:{foo}:part', 12_182],
    ['{}foo', 9_500],
    ['{foo', 13_308],
    ['{{foo}}', 13_308],
  ])('%j is in slot %i', (key, slot) => {
    expect(slotOf(key)).toBe(slot)
  })

  it('are read from the reply of a server', () => {
    const reply = [
      [8_000, 16_383, ['', 7_001, 'id', []], ['replica', 1, 'id']],
      [0, 7_999, [null, 7_000, 'id']],
    ]
    expect(readSlots(reply, 'asked')).toEqual([
      { first: 8_000, last: 16_383, host: 'asked', port: 7_001 },
      { first: 0, last: 7_999, host: 'asked', port: 7_000 },
    ])
  })

  it.each([
    ['without a server', [], 'no primary for slot 0'],
    ['in part without a server', [[0, 16_382, ['h', 1]]], 'no primary for slot 16383'],
    [
      'with a gap',
      [
        [0, 1, ['h', 1]],
        [3, 16_383, ['h', 1]],
      ],
      'no primary for slot 2',
    ],
    ['beyond the last', [[0, 16_384, ['h', 1]]], 'wrong value'],
    ['that end before they begin', [[2, 1, ['h', 1]]], 'wrong value'],
    ['of a wrong type', [['0', '16383', ['h', 1]]], 'wrong value'],
    ['at a wrong port', [[0, 16_383, ['h', 65_536]]], 'wrong value'],
    ['at no host', [[0, 16_383, [1, 1]]], 'wrong value'],
    ['that are no list', 'OK', 'not a list'],
    ['with a row that is no list', ['OK'], 'not a list'],
  ])('%s are refused', (_, reply, problem) => {
    expect(() => readSlots(reply, 'asked')).toThrow(problem)
  })

  it('move to another server', () => {
    expect(readRedirection('MOVED 12 ::1:7000', 'asked')).toEqual({
      isLasting: true,
      host: '::1',
      port: 7_000,
    })
    expect(readRedirection('ASK 12 :7000', 'asked')).toEqual({ isLasting: false, host: 'asked', port: 7_000 })
    expect(readRedirection('MOVED elsewhere', 'asked')).toBeUndefined()
    expect(readRedirection('TRYAGAIN Multiple keys', 'asked')).toBeUndefined()
  })
})
