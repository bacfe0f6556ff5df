import { describe, expect, it } from 'vitest'
import { getOrCreate } from './getOrCreate.ts'

describe('getting or creating a value', () => {
  it('creates each value once and keeps it', () => {
    const values = new Map<string, string[]>()
    const created: string[] = []
    const find = (key: string) =>
      getOrCreate(values, key, () => {
        created.push(key)
        return []
      })
    expect(find('a')).toBe(find('a'))
    expect(find('b')).not.toBe(find('a'))
    expect(created).toEqual(['a', 'b'])
  })

  it('keeps a value that is zero, false or empty', () => {
    const values = new Map<string, number>([['a', 0]])
    expect(getOrCreate(values, 'a', () => 1)).toBe(0)
  })
})
