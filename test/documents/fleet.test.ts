import { describe, expect, it } from 'vitest'
import type { Method } from '../../src/rpc/method/method.ts'
import { methods } from '../../src/rpc/modules/methods.ts'
import { textOf } from './documents.ts'

/** The first cells of the table of methods, in its order. */
const rows = textOf('docs/fleet.md')
  .split('| methods | where they go |')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(2)
  .map((row) =>
    [...row.split('|')[1]!.matchAll(/`(\w+)(\*?)`/g)].map(([, name, star]) => [name!, star === '*'] as const),
  )

const isIn = (row: number, method: string): boolean =>
  rows[row]!.some(([name, isStart]) => (isStart ? method.startsWith(name) : method === name))

/** Which row of the table a method belongs to by what it does. */
function rowOf({ effect }: Method): number {
  if (effect === 'asks-chain') return 0
  if (effect === 'submits-signed') return 1
  if (effect === 'submits-and-waits') return 2
  if (effect === 'subscribes') return 3
  if (effect.endsWith('-filter')) return 4
  return effect === 'asks-node' ? 5 : 6
}

describe('the table of methods of docs/fleet.md', () => {
  it.each([1, 2, 3, 5, 6])('names in row %i the methods that go there', (row) => {
    for (const method of methods) expect(isIn(row, method.name), method.name).toBe(rowOf(method) === row)
  })
})
