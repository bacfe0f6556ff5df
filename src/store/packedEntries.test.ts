import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packEntries, unpackEntries } from './packedEntries.ts'

it('entries in one array are the same afterwards', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(fc.array(fc.record({ key: bytes, value: bytes })), (entries) => {
      expect([...unpackEntries(packEntries(entries))]).toEqual(entries)
    }),
  )
})
