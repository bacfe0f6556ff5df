import { describe, expect, it } from 'vitest'
import { disassemble } from '../evm/disassemble.ts'
import { checksummed } from './address.ts'
import { briefDecimal, briefRbtc, decimal, gasPrice, grouped, parseDecimal, scaled } from './quantity.ts'
import { soughtBy } from './search.ts'
import { ago, duration } from './time.ts'

describe('quantities', () => {
  it('are written without needless digits', () => {
    expect(decimal(1_500_000_000_000_000_000n, 18)).toBe('1.5')
    expect(decimal(-1n, 18)).toBe('−0.000000000000000001')
    expect(grouped(1234567n)).toBe('1 234 567')
    expect(gasPrice(60_000_000n)).toBe('0.06 gwei')
    expect(scaled(123_456, 'H/s')).toBe('123 kH/s')
  })

  it('are shortened for a glance, and say so', () => {
    expect(briefRbtc(1_500_000_000_000_000_000n)).toBe('1.5 RBTC')
    expect(briefRbtc(1_234_567_890_000_000_000n)).toBe('1.234567… RBTC')
    expect(briefRbtc(21_000_123_456_789n)).toBe('0.0000210001… RBTC')
    expect([briefRbtc(0n), briefRbtc(21_000n), briefRbtc(-21_000n)]).toEqual([
      '0 RBTC',
      '21 000 wei',
      '−21 000 wei',
    ])
    expect(briefDecimal(-1n, 18)).toBe('−0.000000000000000001')
  })

  it('are read from texts, unless they have too many digits', () => {
    expect(parseDecimal('1.5', 18)).toBe(1_500_000_000_000_000_000n)
    expect(parseDecimal('1.123', 2)).toBeUndefined()
    expect(parseDecimal('1,5', 18)).toBeUndefined()
  })
})

describe('times', () => {
  it('have their two largest units', () => {
    expect(duration(3_725)).toBe('1 h 2 min')
  })

  it('are shown in their largest unit, and never as the future', () => {
    expect([100, 101, 99, -3500, -400_000].map((timestamp) => ago(timestamp, 160_000))).toEqual([
      '1 minute ago',
      '59 seconds ago',
      '1 minute ago',
      '1 hour ago',
      '4 days ago',
    ])
    expect([ago(200, 160_000), ago(159, 160_000)]).toEqual(['just now', 'just now'])
  })
})

describe('soughtBy', () => {
  // The example of EIP-55, and its form for chain 30 (EIP-1191).
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  it('finds addresses with the checksums of EIP-55 and EIP-1191, and refuses wrong ones', () => {
    expect(soughtBy(address, 30)).toMatchObject({ kind: 'address', checksum: 'EIP-55' })
    expect(checksummed(address, 30)).toBe('0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD')
    expect(soughtBy(checksummed(address, 31), 33)).toMatchObject({ kind: 'address', checksum: 'EIP-1191' })
    expect(soughtBy(address.toLowerCase(), 30)).toMatchObject({ kind: 'address', checksum: 'none' })
    expect(soughtBy(address.replace('aAeb', 'AAeb'), 30).kind).toBe('nothing')
  })

  it('finds blocks and hashes', () => {
    expect(soughtBy(' 1,234 ', 30)).toEqual({ kind: 'block', number: 1234n })
    expect(soughtBy(`0x${'A'.repeat(64)}`, 30)).toEqual({ kind: 'hash', hash: `0x${'a'.repeat(64)}` })
    expect(soughtBy('AB'.repeat(32), 30)).toEqual({ kind: 'hash', hash: `0x${'ab'.repeat(32)}` })
    expect([soughtBy('0xzz', 30).kind, soughtBy(`0x${'1'.repeat(39)}`, 30).kind]).toEqual([
      'nothing',
      'nothing',
    ])
  })

  it('finds Bitcoin addresses and names', () => {
    for (const address of [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '2N5muMepJizJE1gR7FbHJU6CD18V3BpNF9p',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ])
      expect(soughtBy(address, 30)).toEqual({ kind: 'bitcoin-address', address })
    for (const name of ['transfer', 'dead', 'USD Token', '<b>x</b>'])
      expect(soughtBy(name, 30)).toEqual({ kind: 'name', name })
  })
})

describe('disassemble', () => {
  it('names instructions, and fills a value that the end of the code cuts off', () => {
    expect(disassemble('0x6001600c5b0c61ff')).toEqual([
      { at: 0, name: 'PUSH1', operand: '0x01' },
      { at: 2, name: 'PUSH1', operand: '0x0c' },
      { at: 4, name: 'JUMPDEST', operand: '' },
      { at: 5, name: 'unknown 0x0c', operand: '' },
      { at: 6, name: 'PUSH2', operand: '0xff00' },
    ])
  })
})
