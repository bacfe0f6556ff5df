import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { open } from 'lmdb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asciiBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { StoreError } from '../errors.ts'
import { LmdbEngine, type LmdbRoot, rawBytes } from '../folder/lmdbEngine.ts'
import { stampKeys, stepToRuns } from '../folder/stamp.ts'
import { openStore, type StoreOptions } from '../openStore.ts'
import { storeCases } from '../store.cases.ts'
import type { Reader, Store } from '../store.ts'
import { decodeList, listKey, type RunList, slotName } from './runList.ts'
import type { RunLimits } from './tiers.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'cambium-runs-'))
const stamp = { network: 'regtest', genesisHash: new Uint8Array(32).fill(1) }

/** Nearly every write makes a run, and merges take several writes. */
const tiny: RunLimits = { recent: 4, recentInBulk: 2, fanOut: 2, effort: 3, pause: 1 }

storeCases('LMDB store with small runs', () => {
  const path = newFolder()
  return {
    store: openStore({ ...stamp, path, flush: 'none', runs: { limits: tiny } }),
    remove: () => rmSync(path, { recursive: true }),
  }
})

let path: string
beforeEach(() => {
  path = newFolder()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(path, { recursive: true })
})

const openAgain = (options: Partial<StoreOptions> = {}): Store =>
  openStore({ ...stamp, path, flush: 'none', runs: { limits: tiny }, ...options })

function listOf(store: Reader, table = 'transactions'): RunList {
  return decodeList(store.get('meta', listKey(table))!)!.list
}

/** Keys in an order like that of hashes. */
function keyOf(number: number): Uint8Array {
  const word = Math.imul(number + 1, 0x9e3779b1) >>> 0
  return Uint8Array.of(word >>> 24, word >>> 16, word >>> 8, word, number >>> 8, number)
}

function put(store: Store, first: number, end: number): void {
  store.write((batch) => {
    for (let number = first; number < end; number++)
      batch.put('transactions', keyOf(number), asciiBytes(`${number}`))
  })
}

/** Changes a folder behind the back of its store. */
function tamper(change: (root: LmdbRoot) => void): void {
  const root: LmdbRoot = open({ ...rawBytes, path, noSubdir: false, maxDbs: 256, overlappingSync: false })
  root.transactionSync(() => change(root))
  void root.close()
}

const contentOf = (reader: Reader) =>
  [...reader.range('transactions')].map(({ key, value }) => [toHexDigits(key), toHexDigits(value)])

describe('sorted runs', () => {
  it('have what was written, through failed writes, closed folders and the writes of two threads', () => {
    const change = fc.record({ number: fc.nat(60), isDeleted: fc.boolean() })
    const step = fc.record({
      changes: fc.array(change, { maxLength: 12 }),
      fails: fc.boolean(),
      reopens: fc.boolean(),
      isSecond: fc.boolean(),
    })
    let store = openAgain()
    let second = openAgain({ isSecondWriter: true })
    const reader = openAgain({ readOnly: true })
    const model = new Map<string, string>()
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        for (const { changes, fails, reopens, isSecond } of steps) {
          const before = new Map(model)
          const sorted = () => [...model].sort(([one], [other]) => (one < other ? -1 : 1))
          const work = (): void =>
            (isSecond ? second : store).write((batch) => {
              for (const [index, { number, isDeleted }] of changes.entries()) {
                const [key, value] = [keyOf(number), asciiBytes(`${index}`)]
                if (isDeleted) batch.delete('transactions', key)
                else batch.put('transactions', key, value)
                if (isDeleted) model.delete(toHexDigits(key))
                else model.set(toHexDigits(key), toHexDigits(value))
              }
              expect(contentOf(batch)).toEqual(sorted())
              if (fails) throw new Error('deliberate')
            })
          if (fails) {
            expect(work).toThrow('deliberate')
            model.clear()
            for (const [key, value] of before) model.set(key, value)
          } else {
            // A reader that has begun sees the state of its beginning, whatever is merged meanwhile.
            reader.snapshot((snapshot) => {
              const [first] = contentOf(snapshot)
              work()
              expect(contentOf(snapshot)).toEqual(
                [...before].sort(([one], [other]) => (one < other ? -1 : 1)),
              )
              expect(contentOf(snapshot)[0]).toEqual(first)
            })
          }
          if (reopens) {
            second.close()
            store.close()
            store = openAgain()
            second = openAgain({ isSecondWriter: true })
          }
          expect(store.snapshot(contentOf)).toEqual(sorted())
          expect(reader.snapshot(contentOf)).toEqual(sorted())
        }
        expect(store.unreachable!('transactions')).toBe(0)
      }),
      { numRuns: 30 },
    )
    for (const opened of [reader, second, store]) opened.close()
  }, 120_000)

  it('are few, however much was written, and of each write a bounded number of entries is moved', () => {
    const limits: RunLimits = { recent: 16, recentInBulk: 8, fanOut: 4, effort: 4, pause: 1 }
    const store = openAgain({ runs: { limits } })
    const append = vi.spyOn(LmdbEngine.prototype, 'append')
    let number = 0
    for (let write = 0; number < 12_000; write++) {
      const size = [1, 3, 40, 7, 150][write % 5]!
      const merges = number < 20 ? 0 : listOf(store).merges.length
      append.mockClear()
      put(store, number, number + size)
      number += size
      // The first write after an opening counts for those of a process that ended.
      if (write > 0) expect(append.mock.calls.length).toBeLessThanOrEqual(4 * size * (merges + 2))
      const classes = Math.ceil(Math.log(number / 8) / Math.log(4)) + 1
      if (number > 200) expect(listOf(store).runs.length).toBeLessThanOrEqual(6 * classes)
    }
    expect(listOf(store).runs.length).toBeLessThanOrEqual(20)
    for (let each = 0; each < number; each += 97) expect(store.has('transactions', keyOf(each))).toBe(true)
    store.close()
  })

  it('lose deleted entries when they are merged into the oldest run', () => {
    const store = openAgain()
    for (let number = 0; number < 64; number += 4) put(store, number, number + 4)
    store.write((batch) => {
      for (const { key } of batch.range('transactions')) batch.delete('transactions', key)
    })
    expect(contentOf(store)).toEqual([])
    for (let number = 100; number < 140; number++) put(store, number, number + 1)
    for (let number = 100; number < 140; number++) {
      store.write((batch) => batch.delete('transactions', keyOf(number)))
      store.write((batch) => batch.put('transactions', keyOf(7), asciiBytes('x')))
    }
    expect(contentOf(store)).toEqual([[toHexDigits(keyOf(7)), toHexDigits(asciiBytes('x'))]])
    expect(store.count!('transactions')).toBeLessThan(120)
    store.close()
  })

  it('do not ask runs of other stretches for a posting', () => {
    const store = openAgain({ runs: { limits: { ...tiny, fanOut: 16 } } })
    const posting = (term: number, stretch: number): Uint8Array => Uint8Array.of(term, 9, 9, 0, 0, 0, stretch)
    for (let stretch = 0; stretch < 12; stretch++) {
      store.write((batch) => {
        for (let term = 0; term < 4; term++)
          batch.put('logIndex', posting(term, stretch), asciiBytes('offsets'))
      })
    }
    expect(listOf(store, 'logIndex').runs.length).toBeGreaterThan(6)
    const get = vi.spyOn(LmdbEngine.prototype, 'get')
    store.get('logIndex', posting(9, 11))
    store.get('logIndex', posting(9, 12))
    expect(get.mock.calls.length).toBeLessThanOrEqual(4)
    store.close()
  })

  it('are made of the table of an older folder, without moving its entries', () => {
    const root: LmdbRoot = open({ ...rawBytes, path, noSubdir: false, maxDbs: 64, overlappingSync: false })
    const [meta, table] = ['meta', 'transactions'].map((name) => root.openDB(name, rawBytes))
    root.transactionSync(() => {
      meta!.putSync(stampKeys.format, asciiBytes('4'))
      meta!.putSync(stampKeys.network, asciiBytes(stamp.network))
      meta!.putSync(stampKeys.genesis, stamp.genesisHash)
      for (let number = 0; number < 50; number++) table!.putSync(keyOf(number), asciiBytes(`${number}`))
    })
    void root.close()
    expect(() => openAgain({ readOnly: true })).toThrow(expect.objectContaining({ code: 'older-format' }))
    const append = vi.spyOn(LmdbEngine.prototype, 'append')
    const store = openAgain({ upgradeSteps: [stepToRuns] })
    expect(contentOf(store)).toHaveLength(50)
    put(store, 50, 51)
    expect(contentOf(store)).toHaveLength(51)
    expect(listOf(store).runs).toMatchObject([{ slot: 0, count: 51 }])
    expect(append).not.toHaveBeenCalled()
    store.close()
  })
})

describe('a failed merge of sorted runs', () => {
  const minute = 60_000
  let now = 0
  const failures: StoreError[] = []
  const failing = (): void => {
    vi.spyOn(LmdbEngine.prototype, 'append').mockImplementationOnce(() => {
      throw new Error('input/output error')
    })
  }
  const openWatched = (): Store =>
    openAgain({
      runs: { limits: tiny, now: () => now, onMergeFailure: (error) => void failures.push(error) },
    })
  let number = 0
  /** Enough puts for several merges. */
  const putMore = (store: Store): void => {
    for (const end = number + 24; number < end; number += 2) put(store, number, number + 2)
  }
  beforeEach(() => {
    now = 0
    number = 0
    failures.length = 0
  })

  it('is reported, and the table is merged again after a pause', () => {
    const store = openWatched()
    failing()
    putMore(store)
    expect(failures).toMatchObject([
      {
        code: 'unmerged',
        message: 'runs of the table transactions are not merged for 1 min: input/output error',
      },
    ])
    const { lastId } = listOf(store)
    now = minute - 1
    putMore(store)
    expect(listOf(store).lastId).toBe(lastId)
    now = minute
    putMore(store)
    expect(listOf(store).lastId).toBeGreaterThan(lastId + 4)
    expect(contentOf(store)).toHaveLength(number)
    expect(failures).toHaveLength(1)
    store.close()
  })

  it('pauses twice as long as the one before, up to an hour, and other tables not at all', () => {
    const store = openWatched()
    for (let pause = 1; pause < 200; pause *= 2) {
      failing()
      putMore(store)
      putMore(store)
      expect(failures.at(-1)!.message).toContain(`for ${Math.min(pause, 60)} min`)
      vi.restoreAllMocks()
      now += Math.min(pause, 60) * minute
    }
    expect(failures).toHaveLength(8)
    now -= 1
    for (let first = 0; first < 40; first += 2) {
      store.write((batch) => {
        for (const each of [first, first + 1]) batch.put('states', keyOf(each), asciiBytes('x'))
      })
    }
    expect(listOf(store, 'states').runs.length).toBeLessThan(6)
    expect(failures).toHaveLength(8)
    store.close()
  })
})

describe('damage of sorted runs', () => {
  const filled = (): RunList => {
    const store = openAgain({ runs: { limits: { ...tiny, fanOut: 16 } } })
    for (let number = 0; number < 40; number += 4) put(store, number, number + 4)
    const list = listOf(store)
    store.close()
    return list
  }
  /** Replaces the key of an entry in its place. */
  const withDamagedKey = (slot: number, change: (key: Uint8Array) => Uint8Array): Uint8Array => {
    let lost: Uint8Array | undefined
    tamper((root) => {
      const table = root.openDB<Uint8Array, Uint8Array>(slotName('transactions', slot), rawBytes)
      const { key, value } = [...table.getRange({})][1]!
      lost = Uint8Array.from(key)
      const kept = Uint8Array.from(value)
      table.removeSync(lost)
      table.putSync(change(lost.slice()), kept)
    })
    return lost!
  }
  const lastByteChanged = (key: Uint8Array): Uint8Array => {
    key[key.length - 1]! ^= 0x40
    return key
  }

  it('in the list is refused', () => {
    filled()
    tamper((root) => {
      const meta = root.openDB<Uint8Array, Uint8Array>('meta', rawBytes)
      const record = Uint8Array.from(meta.get(listKey('transactions'))!)
      record[20]! ^= 4
      meta.putSync(listKey('transactions'), record)
    })
    const store = openAgain()
    const refusal = expect.objectContaining({
      code: 'failed',
      message: expect.stringContaining('the list of runs of the table transactions is damaged'),
    })
    expect(() => store.get('transactions', keyOf(1))).toThrow(refusal)
    expect(() => put(store, 100, 101)).toThrow(refusal)
    expect(store.get('meta', stampKeys.network)).toBeDefined()
    store.close()
  })

  it('of a key is met by a search for the true one, unless a newer run has it', () => {
    const { runs } = filled()
    const lost = withDamagedKey(runs.at(-1)!.slot, lastByteChanged)
    const damaged = lastByteChanged(lost.slice())
    const store = openAgain({ runs: { limits: { ...tiny, fanOut: 16 } } })
    const keysAround = (): string[] =>
      store.neighbours!('transactions', lost)!.map(({ key }) => toHexDigits(key))
    expect(store.get('transactions', lost)).toBeUndefined()
    expect(keysAround()).toContain(toHexDigits(damaged))
    store.write((batch) => batch.put('transactions', damaged, asciiBytes('new')))
    const older = store.neighbours!('transactions', lost)!.filter(
      ({ key, value }) => toHexDigits(key) === toHexDigits(damaged) && value.length !== 3,
    )
    expect(older).toEqual([])
    store.close()
  })

  it('of a key stops merges, but no write, and loses no entry', () => {
    const { runs } = filled()
    const lost = withDamagedKey(runs.at(-1)!.slot, (key) => key.map((byte) => byte ^ 0x35))
    const onMergeFailure = vi.fn()
    const store = openAgain({ runs: { limits: tiny, onMergeFailure } })
    for (let number = 100; number < 160; number += 2) put(store, number, number + 2)
    expect(onMergeFailure).toHaveBeenCalledOnce()
    expect(contentOf(store)).toHaveLength(100)
    expect(store.has('transactions', lost)).toBe(false)
    expect(listOf(store).runs.at(-1)).toEqual(runs.at(-1))
    store.close()
  })

  it('that loses a slot is found by its count', () => {
    const { runs } = filled()
    const { slot, count } = runs[2]!
    tamper((root) => root.openDB(slotName('transactions', slot), rawBytes).clearSync())
    const store = openAgain({ readOnly: true })
    expect(store.unreachable!('transactions')).toBe(count)
    store.close()
    expect(() => {
      const writer = openAgain({ runs: { limits: tiny, onMergeFailure: () => {} } })
      for (let number = 100; number < 160; number += 2) put(writer, number, number + 2)
      writer.close()
    }).not.toThrow()
  })
})
