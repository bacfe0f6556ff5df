import { describe, expect, it, onTestFinished } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import type { Filter, FilterStore, FilterStoreParts, OwnedFilter, WeightBounds } from './filterStore.ts'

/* The behaviour of every store of filters. */

export const blockFilter = (number: number): Filter => ({
  kind: 'blocks',
  cursor: { number, hash: asHash(new Uint8Array(32).fill(number)) },
})

export const of = (client: string, number = 0): OwnedFilter => ({ client, filter: blockFilter(number) })

export const roomy: WeightBounds = { weightPerClient: 1_000, weight: 10_000 }

/** Polls a filter, which then is at `number`, or where it was if `number` is undefined. */
async function poll(filters: FilterStore, id: string, number?: number): Promise<boolean> {
  const from = await filters.get(id)
  if (from === undefined) return false
  return filters.advance(id, from, number === undefined ? from : of(from.client, number))
}

export function describeFilterStore(
  what: string,
  open: (options: FilterStoreParts) => FilterStore | Promise<FilterStore>,
): void {
  const openAt = async (ms: number) => {
    const clock = { ms }
    const filters = await open({ now: () => clock.ms, lifetimeMs: 1_000 })
    onTestFinished(() => filters.close())
    const has = (...ids: string[]) =>
      Promise.all(ids.map(async (id) => (await filters.get(id)) !== undefined))
    return { clock, filters, has }
  }

  describe(what, () => {
    it('returns the last value of a filter until it is deleted', async () => {
      const { filters } = await openAt(0)
      expect(await filters.get('0x1')).toBeUndefined()
      await filters.add('0x1', of('alice'), roomy)
      await filters.add('0x2', of('bob'), roomy)
      expect(await filters.get('0x1')).toMatchObject(of('alice'))
      expect(await poll(filters, '0x1', 5)).toBe(true)
      expect(await poll(filters, '0x2')).toBe(true)
      expect(await filters.get('0x1')).toMatchObject(of('alice', 5))
      await filters.delete('0x1')
      expect(await filters.get('0x1')).toBeUndefined()
      expect(await filters.get('0x2')).toMatchObject(of('bob'))
    })

    it('drops filters that were not polled for a lifetime', async () => {
      const { clock, filters, has } = await openAt(5_000)
      for (const id of ['0x1', '0x2', '0x3']) await filters.add(id, of('alice'), roomy)
      clock.ms = 5_900
      await poll(filters, '0x2')
      await poll(filters, '0x3', 1)
      clock.ms = 6_000
      expect(await has('0x1', '0x2', '0x3')).toEqual([false, true, true])
      const bounds = { weightPerClient: 3, weight: 3 }
      expect(await filters.add('0x4', of('alice'), bounds)).toBe(true)
      expect(await filters.add('0x5', of('alice'), bounds)).toBe(false)
      clock.ms = 6_900
      expect(await has('0x1', '0x2', '0x3', '0x4')).toEqual([false, false, false, true])
    })

    it('bounds the weight of each client and of all', async () => {
      const { filters, has } = await openAt(0)
      const bounds = { weightPerClient: 2, weight: 3 }
      const added: boolean[] = []
      for (const [id, client] of [
        ['0x1', 'alice'],
        ['0x2', 'alice'],
        ['0x3', 'alice'],
        ['0x4', 'bob'],
        ['0x5', 'bob'],
      ] as const) {
        added.push(await filters.add(id, of(client), bounds))
      }
      expect(added).toEqual([true, true, false, true, false])
      expect(await has('0x1', '0x2', '0x3', '0x4', '0x5')).toEqual(added)
      await poll(filters, '0x1', 1)
      await filters.delete('0x2')
      await filters.delete('0x2')
      expect(await filters.add('0x6', of('alice'), bounds)).toBe(true)
    })

    it('makes room for a newcomer by dropping the least recently polled filter of the largest client', async () => {
      const { clock, filters, has } = await openAt(0)
      const bounds = { weightPerClient: 4, weight: 6 }
      for (const id of ['0x1', '0x2', '0x3', '0x4']) {
        clock.ms += 10
        expect(await filters.add(id, of('alice'), bounds)).toBe(true)
      }
      for (const id of ['0x5', '0x6']) expect(await filters.add(id, of('bob'), bounds)).toBe(true)
      clock.ms += 10
      await poll(filters, '0x1')
      expect(await filters.add('0x7', of('carol'), bounds)).toBe(true)
      expect(await filters.add('0x8', of('alice'), bounds)).toBe(false)
      expect(await filters.add('0x9', of('dave'), bounds)).toBe(true)
      expect(await filters.add('0xa', of('carol'), bounds)).toBe(false)
      const kept = await has('0x1', '0x2', '0x3', '0x4', '0x5', '0x6', '0x7', '0x9')
      expect(kept).toEqual([true, false, false, true, true, true, true, true])
    })

    it('has no filter with an impossible id', async () => {
      const { filters } = await openAt(0)
      expect(await filters.get(`0x${'f'.repeat(10_000)}`)).toBeUndefined()
    })
  })
}
