import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { saveState } from '../src/chain/storage/nodeClusters.ts'
import { storedNodes } from '../src/chain/storage/trieNodes.ts'
import { keccak256 } from '../src/crypto/keccak256.ts'
import { openStore } from '../src/store/openStore.ts'
import { accountKey, storageCellKey } from '../src/trie/keys.ts'
import { MemoryStore } from '../src/trie/memoryStore.cases.ts'
import { NodeCache } from '../src/trie/nodeCache.ts'
import { Trie } from '../src/trie/trie.ts'

/*
 * The state trie in memory and in LMDB: a base of accounts and storage cells, then the changes of a block. For comparison,
 * the same run puts the same keys and values into the hexary trie of Ethereum's reference library. Its puts include the
 * hashing, so they are compared with put and hash together.
 */

const baseKeys = 100_000
const blockKeys = 2_000
const comparedKeys = 5_000
const rounds = 3

type Row = { readonly name: string; readonly count: number; readonly milliseconds: number }

/** Half accounts, half cells of ten contracts. */
function stateKeys(count: number): Uint8Array[] {
  const contracts = Array.from({ length: 10 }, (_, i) => accountKey(numbered(i, 20)))
  return Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? accountKey(numbered(i, 20))
      : storageCellKey(contracts[i % 10]!, keccak256(numbered(i, 32))),
  )
}

function numbered(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  new DataView(bytes.buffer).setUint32(length - 4, value)
  return bytes
}

async function timed(name: string, count: number, work: () => unknown): Promise<Row> {
  const start = performance.now()
  await work()
  return { name, count, milliseconds: performance.now() - start }
}

async function buildRows(keys: readonly Uint8Array[], store: MemoryStore): Promise<[Trie, Row[]]> {
  let trie = Trie.empty()
  const rows = [
    await timed('put', keys.length, () => {
      for (const key of keys) trie = trie.put(key, key.subarray(0, 20))
    }),
    await timed('get', keys.length, () => {
      for (const key of keys) trie.get(key)
    }),
    await timed('hash, all new', keys.length, () => trie.hash()),
    await timed('save, all new', keys.length, () => trie.save(store)),
  ]
  return [trie, rows]
}

/** A saved trie behind a cache: reads, then the puts, the hash and the save of one block. */
async function blockRows(keys: readonly Uint8Array[], saved: Trie, store: MemoryStore): Promise<Row[]> {
  const cache = new NodeCache(store, 2 ** 29)
  const changed = keys.filter((_, i) => i % Math.ceil(keys.length / blockKeys) === 0)
  let trie = Trie.load(cache, saved.hash())
  const getAll = (): void => {
    for (const key of keys) trie.get(key)
  }
  return [
    await timed('get, saved, empty cache', keys.length, getAll),
    await timed('get, saved, warm cache', keys.length, getAll),
    await timed('put in a block', changed.length, () => {
      for (const key of changed) trie = trie.put(key, key.subarray(0, 21))
    }),
    await timed('hash of the block', changed.length, () => trie.hash()),
    await timed('save of the block', changed.length, () => {
      trie.save(store)
      trie.keep()
    }),
  ]
}

async function unitrieRows(keys: readonly Uint8Array[]): Promise<Row[]> {
  const store = new MemoryStore()
  const [trie, rows] = await buildRows(keys, store)
  return [...rows, ...(await blockRows(keys, trie, store))]
}

/** A trie in a folder on the disk: reads of a stored base, then the flushed write of one block. */
async function lmdbRows(keys: readonly Uint8Array[]): Promise<Row[]> {
  const path = mkdtempSync(join(tmpdir(), 'cambium-trie-'))
  const store = openStore({ path, network: 'regtest', genesisHash: keccak256(new Uint8Array()) })
  try {
    let base = Trie.empty()
    for (const key of keys) base = base.put(key, key.subarray(0, 20))
    const saved = await timed('hash and save, all new', keys.length, () => {
      store.write((batch) => saveState(batch, base))
    })
    const cache = new NodeCache(storedNodes(store), 2 ** 29)
    const changed = keys.filter((_, i) => i % Math.ceil(keys.length / blockKeys) === 0)
    let trie = Trie.load(cache, base.hash())
    const getAll = (): void => {
      for (const key of keys) trie.get(key)
    }
    return [
      saved,
      await timed('get, empty cache', keys.length, getAll),
      await timed('get, warm cache', keys.length, getAll),
      await timed('a block: put, hash, save', changed.length, () => {
        for (const key of changed) trie = trie.put(key, key.subarray(0, 21))
        store.write((batch) => saveState(batch, trie))
        trie.keep()
      }),
    ]
  } finally {
    store.close()
    rmSync(path, { recursive: true })
  }
}

async function hexaryRows(keys: readonly Uint8Array[]): Promise<Row[]> {
  const trie = new MerklePatriciaTrie({ cacheSize: 100_000 })
  return [
    await timed('put and hash', keys.length, async () => {
      for (const key of keys) await trie.put(key, key.subarray(0, 20))
    }),
    await timed('get', keys.length, async () => {
      for (const key of keys) await trie.get(key)
    }),
  ]
}

const perSecond = ({ count, milliseconds }: Row): number => Math.round((1000 * count) / milliseconds)

function print(title: string, rows: readonly Row[]): void {
  console.log(title)
  for (const row of rows) {
    const keys = row.count.toLocaleString('en').padStart(9)
    console.log(
      `  ${row.name.padEnd(26)}${keys} keys ${perSecond(row).toLocaleString('en').padStart(11)} keys/s`,
    )
  }
}

function millisecondsOf(rows: readonly Row[], ...names: readonly string[]): number {
  return rows.filter(({ name }) => names.includes(name)).reduce((sum, row) => sum + row.milliseconds, 0)
}

/** The best of several rounds for each row, because other load on the machine only adds time. */
async function best(rowsOf: () => Promise<Row[]>): Promise<Row[]> {
  let fastest = await rowsOf()
  for (let round = 1; round < rounds; round++) {
    const rows = await rowsOf()
    fastest = fastest.map((row, i) => (rows[i]!.milliseconds < row.milliseconds ? rows[i]! : row))
  }
  return fastest
}

export async function bench(): Promise<void> {
  const large = stateKeys(baseKeys)
  print(`Unitrie of ${baseKeys} keys`, await best(() => unitrieRows(large)))
  print(`Unitrie of ${baseKeys} keys in LMDB`, await best(() => lmdbRows(large)))

  const keys = stateKeys(comparedKeys)
  const unitrie = await best(() => unitrieRows(keys))
  const hexary = await best(() => hexaryRows(keys))
  print(`Unitrie of ${comparedKeys} keys`, unitrie)
  print(`@ethereumjs/mpt of ${comparedKeys} keys`, hexary)
  const building = millisecondsOf(hexary, 'put and hash') / millisecondsOf(unitrie, 'put', 'hash, all new')
  const reading = millisecondsOf(hexary, 'get') / millisecondsOf(unitrie, 'get')
  console.log(`Unitrie against @ethereumjs/mpt: build × ${building.toFixed(1)}, get × ${reading.toFixed(1)}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bench()
