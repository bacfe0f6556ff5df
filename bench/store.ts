// Speed of the stores: `npx tsx bench/store.ts`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '../src/store/memory/memoryStore.ts'
import { openStore } from '../src/store/openStore.ts'
import type { Store } from '../src/store/store.ts'

const entryCount = 100_000
const batchSize = 1000
const commitCount = 200

/** Evenly distributed keys, the same in every run. */
function spreadKey(number: number): Uint8Array {
  const key = new Uint8Array(32)
  let state = number + 1
  for (let i = 0; i < key.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    key[i] = state >>> 24
  }
  return key
}

/** Microseconds per step. */
function measure(steps: number, work: () => void): number {
  const start = performance.now()
  work()
  return ((performance.now() - start) * 1000) / steps
}

function measureStore(store: Store): Record<string, number> {
  const keys = Array.from({ length: entryCount }, (_, i) => spreadKey(i))
  const value = new Uint8Array(100).fill(7)
  const scattered = value.subarray(0, 12)
  const one = (key: Uint8Array): void => store.write((batch) => batch.put('headers', key, value))
  const results = {
    'put, batches of 1000': measure(entryCount, () => {
      for (let first = 0; first < entryCount; first += batchSize) {
        store.write((batch) => {
          for (const key of keys.slice(first, first + batchSize)) batch.put('trie', key, value)
        })
      }
    }),
    'get, spread keys': measure(entryCount, () => {
      for (const key of keys) store.get('trie', key)
    }),
    'get, 1000 hot keys': measure(entryCount, () => {
      for (let i = 0; i < entryCount; i++) store.get('trie', keys[i % 1000]!)
    }),
    'put, scattered, batches of 1000': measure(entryCount, () => {
      for (let first = 0; first < entryCount; first += batchSize) {
        store.write((batch) => {
          for (const key of keys.slice(first, first + batchSize)) batch.put('transactions', key, scattered)
        })
      }
    }),
    'get, scattered': measure(entryCount, () => {
      for (const key of keys) store.get('transactions', key)
    }),
    'get, scattered, absent': measure(entryCount, () => {
      for (let i = 0; i < entryCount; i++) store.get('transactions', spreadKey(entryCount + i))
    }),
    'range, per entry': measure(entryCount, () => {
      for (const _ of store.range('trie'));
    }),
    'range of one entry': measure(10_000, () => {
      for (let i = 0; i < 10_000; i++) store.range('trie', { start: keys[i], limit: 1 }).next()
    }),
    'snapshot with one get': measure(10_000, () => {
      for (let i = 0; i < 10_000; i++) store.snapshot((reader) => reader.get('trie', keys[i]!))
    }),
    'commit of one put': measure(commitCount, () => {
      for (const key of keys.slice(0, commitCount)) one(key)
    }),
  }
  store.close()
  return results
}

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-bench-'))
  const stamp = { network: 'bench', genesisHash: new Uint8Array(32) }
  try {
    const columns = {
      memory: measureStore(memoryStore()),
      'LMDB, no sync': measureStore(openStore({ ...stamp, path: join(folder, 'none'), flush: 'none' })),
      'LMDB, sync': measureStore(openStore({ ...stamp, path: join(folder, 'commit'), flush: 'commit' })),
    }
    const rows = Object.keys(columns.memory).map((name) => {
      const figures = Object.entries(columns).map(([store, results]) => [store, perStep(results[name]!)])
      return [name, Object.fromEntries(figures)]
    })
    console.log('store: microseconds per step (steps per second)')
    console.table(Object.fromEntries(rows))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const perStep = (microseconds: number): string =>
  `${microseconds.toFixed(2)} (${Math.round(1e6 / microseconds).toLocaleString('en')}/s)`

if (import.meta.filename === process.argv[1]) await bench()
