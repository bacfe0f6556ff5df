import { describe, expect, it } from 'vitest'
import { readPayment } from '../../shared/sentence/remascPayment.ts'
import { mappingSlot, parseSlot } from './account/storageSlot.ts'
import { readBitcoinHeader } from './block/bitcoinHeader.ts'
import { remainingSeconds } from './home/syncRate.ts'
import { StepStore } from './stepper/stepStore.ts'

describe('readPayment', () => {
  it('reads the receiver, the amount and the block of a REMASC log', () => {
    const hash = 'ab'.repeat(32)
    const log = {
      topics: [`0x${'0'.repeat(64)}`, `0x${'cd'.repeat(20).padStart(64, '0')}`],
      transactionHash: '0x1',
    } as const
    const payment = { to: `0x${'cd'.repeat(20)}`, blockHash: `0x${hash}`, transactionHash: '0x1' }
    expect(readPayment({ ...log, data: `0xe4a0${hash}820102` })).toEqual({ ...payment, amount: '0x0102' })
    expect(readPayment({ ...log, data: `0xe2a0${hash}80` })).toEqual({ ...payment, amount: '0x0' })
    expect(readPayment({ ...log, data: '0x' })).toBeUndefined()
  })
})

describe('readBitcoinHeader', () => {
  it('reads the header of Bitcoin’s first block', () => {
    const merkle = '3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a'
    expect(readBitcoinHeader(`0x01000000${'0'.repeat(64)}${merkle}29ab5f49ffff001d1dac2b7c`)).toEqual({
      version: 1,
      parent: '0'.repeat(64),
      merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
      time: 1231006505,
      bits: '0x1d00ffff',
      nonce: 2083236893,
    })
    expect(readBitcoinHeader('0x00')).toBeUndefined()
  })
})

describe('mappingSlot', () => {
  it('is the hash of the key and the slot', () => {
    // keccak256 of 32 zero bytes for the key and 32 for the slot.
    expect(mappingSlot(0n, '0', 'uint256').toString(16)).toBe(
      'ad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5',
    )
    expect(() => mappingSlot(0n, 'x', 'address')).toThrow('key must be an address')
    expect([parseSlot('0x10'), parseSlot('16'), parseSlot('-1')]).toEqual([16n, 16n, undefined])
  })
})

describe('remainingSeconds', () => {
  it('follows from the rate since the beginning', () => {
    expect(remainingSeconds({ block: 0, atMs: 0 }, { block: 100, atMs: 10_000 }, 300)).toBe(20)
    expect(remainingSeconds({ block: 5, atMs: 0 }, { block: 5, atMs: 10_000 }, 300)).toBeUndefined()
  })
})

describe('StepStore', () => {
  const step = (op: string, depth: number, storage?: Record<string, string>) => ({
    pc: 0,
    op,
    gas: 1,
    gasCost: 1,
    depth,
    ...(storage && { storage }),
  })
  const store = new StepStore([
    step('SLOAD', 1, { a: '1' }),
    step('CALL', 1),
    step('SSTORE', 2, { b: '2' }),
    step('REVERT', 2),
    step('POP', 1),
  ])

  it('finds calls and failures', () => {
    expect([
      store.seek(0, 'next-call'),
      store.seek(4, 'previous-call'),
      store.seek(0, 'failure'),
      store.seek(3, 'failure'),
    ]).toEqual([2, 3, 3, undefined])
  })

  it('gives the storage of the running call', () => {
    expect([0, 2, 3, 4].map((index) => store.details(index)?.storage)).toEqual([
      [['a', '1']],
      [['b', '2']],
      [['b', '2']],
      [['a', '1']],
    ])
  })
})
