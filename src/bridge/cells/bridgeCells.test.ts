import { describe, expect, it } from 'vitest'
import { emptyBytes } from '../../primitives/bytes.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { BridgeCells } from './bridgeCells.ts'
import type { BridgeCell, CellStore, SavedWhen } from './cell.ts'

class CountingStore implements CellStore {
  readonly network = regtest
  readonly rules = rulesAt(regtest, 1)
  reads = 0
  touched = 0
  readonly #content: Uint8Array

  constructor(content = emptyBytes) {
    this.#content = content
  }

  read(): Uint8Array {
    this.reads++
    return this.#content
  }

  write(): void {}

  touch(): void {
    this.touched++
  }
}

/** A cell that records its writes. */
function recordingCell(savedWhen: SavedWhen, stored: string | undefined) {
  const written: (string | undefined)[] = []
  const cell: BridgeCell<string | undefined> = {
    name: 'cell',
    savedWhen,
    read(store) {
      store.read(new Uint8Array(32))
      return stored
    },
    write: (_store, value) => written.push(value),
    keys: () => [new Uint8Array(32), new Uint8Array(32)],
  }
  return { cell, written }
}

describe('a value is written back', () => {
  it.each([
    ['loaded', undefined, [undefined]],
    ['loaded', 'old', ['old']],
    ['present', undefined, []],
    ['present', 'old', ['old']],
    ['set', undefined, []],
    ['set', 'old', []],
  ] as const)('when it is saved if %s and %s was read', (savedWhen, stored, expected) => {
    const { cell, written } = recordingCell(savedWhen, stored)
    const cells = new BridgeCells(new CountingStore())
    expect(cells.load(cell)).toBe(stored)
    cells.save()
    expect(written).toEqual(expected)
  })

  it.each(['loaded', 'present', 'set'] as const)(
    'when it was set, even to undefined, if saved when %s',
    (savedWhen) => {
      const { cell, written } = recordingCell(savedWhen, 'old')
      const cells = new BridgeCells(new CountingStore())
      cells.set(cell, 'new')
      expect(cells.load(cell)).toBe('new')
      cells.set(cell, undefined)
      cells.save()
      expect(written).toEqual([undefined])
    },
  )
})

describe('values', () => {
  it('that were only read and whose cells all exist are not encoded again, but count as written', () => {
    const store = new CountingStore(new Uint8Array(1))
    const { cell, written } = recordingCell('loaded', 'old')
    const cells = new BridgeCells(store)
    cells.load(cell)
    cells.save()
    expect([written, store.touched]).toEqual([[], 2])
    cells.set(cell, 'old')
    cells.save()
    expect([written, store.touched]).toEqual([['old'], 2])
  })

  it('are read from the storage once', () => {
    const store = new CountingStore()
    const { cell } = recordingCell('loaded', 'old')
    const cells = new BridgeCells(store)
    cells.load(cell)
    cells.load(cell)
    expect(store.reads).toBe(1)
  })
})
