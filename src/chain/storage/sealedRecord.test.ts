import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedData } from '../../primitives/errors.ts'
import { appendToRecord, openRecord, sealRecord } from './sealedRecord.ts'

const keys = fc.uint8Array({ minLength: 1, maxLength: 8 })

describe('a sealed record', () => {
  it('is read back, whatever its content', () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 4 }), (key, content) => {
        const stored = Uint8Array.from(sealRecord(key, content))
        expect(openRecord('bodies', key, stored)).toEqual(content)
      }),
    )
  })

  it('is read back when its content is empty and comes from another thread', () => {
    const key = Uint8Array.of(7)
    const content = structuredClone(new Uint8Array(0))
    expect(openRecord('bodies', key, sealRecord(key, content))).toHaveLength(0)
  })

  it('is the record of the longer content after a byte was appended, and stays damaged if it was', () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 4 }), fc.nat(255), fc.nat(), (key, content, byte, at) => {
        const record = sealRecord(key, content)
        expect(appendToRecord(record, byte)).toEqual(sealRecord(key, Uint8Array.of(...content, byte)))
        record[at % record.length]! ^= 1
        expect(() => openRecord('logIndex', key, appendToRecord(record, byte))).toThrow(DamagedData)
      }),
    )
  })

  it('is refused with a changed bit or under another key', () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 4 }), fc.nat(), (key, content, at) => {
        const record = sealRecord(key, content)
        record[at % record.length]! ^= 1
        expect(() => openRecord('bodies', key, record)).toThrow(DamagedData)
        const other = Uint8Array.of(...key, 0)
        expect(() => openRecord('bodies', other, sealRecord(key, content))).toThrow(DamagedData)
      }),
    )
  })
})
