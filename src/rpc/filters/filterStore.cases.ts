import { describe, expect, it, onTestFinished } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import type { Filter } from './filter.ts'
import type { FilterStore, FilterStoreParts, OwnedFilter } from './filterStore.ts'

/* The behaviour of every store of filters. */

export const blockFilter = (number: number): Filter => ({
  kind: 'blocks',
  cursor: { number, hash: asHash(new Uint8Array(32).fill(number)) },
})

export const of = (client: string, number = 0): OwnedFilter => ({ client, filter: blockFilter(number) })

export function describeFilterStore(what: string, open: (options: FilterStoreParts) => FilterStore): void {
  const openAt = (ms: number) => {
    const clock = { ms }
    const filters = open({ now: () => clock.ms, lifetimeMs: 1_000 })
    onTestFinished(() => filters.close())
    return { clock, filters }
  }

  describe(what, () => {
    it('returns the last value of a filter until it is deleted', async () => {
      const { filters } = openAt(0)
      expect(filters.get('0x1')).toBeUndefined()
      await filters.add('0x1', of('alice'))
      await filters.add('0x2', of('bob'))
      expect(filters.get('0x1')).toMatchObject(of('alice'))
      filters.put('0x1', of('alice', 5), 'soon')
      filters.put('0x2', of('bob', 0), 'later')
      expect(filters.get('0x1')).toMatchObject(of('alice', 5))
      filters.delete('0x1')
      expect(filters.get('0x1')).toBeUndefined()
      expect(filters.get('0x2')).toMatchObject(of('bob'))
    })

    it('drops filters that were not put for a lifetime', async () => {
      const { clock, filters } = openAt(5_000)
      for (const id of ['0x1', '0x2', '0x3']) await filters.add(id, of('alice'))
      clock.ms = 5_900
      filters.put('0x2', of('alice'), 'later')
      filters.put('0x3', of('alice', 1), 'soon')
      clock.ms = 6_000
      expect(['0x1', '0x2', '0x3'].map((id) => filters.get(id) !== undefined)).toEqual([false, true, true])
      expect(filters.index.placesOf('alice')).toBe(2)
      clock.ms = 6_900
      expect(['0x1', '0x2', '0x3'].map((id) => filters.get(id) !== undefined)).toEqual([false, false, false])
      expect(filters.index.places).toBe(0)
    })

    it('counts the places of each client and of all', async () => {
      const { filters } = openAt(0)
      await filters.add('0x1', of('alice'))
      await filters.add('0x2', of('alice'))
      await filters.add('0x3', of('bob'))
      filters.put('0x3', of('bob', 1), 'soon')
      expect([
        filters.index.placesOf('alice'),
        filters.index.placesOf('bob'),
        filters.index.placesOf('carol'),
      ]).toEqual([2, 1, 0])
      expect(filters.index.places).toBe(3)
      filters.delete('0x1')
      filters.delete('0x1')
      expect([filters.index.placesOf('alice'), filters.index.places]).toEqual([1, 2])
    })

    it('has no filter with an impossible id', () => {
      const { filters } = openAt(0)
      expect(filters.get(`0x${'f'.repeat(10_000)}`)).toBeUndefined()
    })
  })
}
