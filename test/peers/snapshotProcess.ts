// A node in a process of its own: `snapshotProcess.ts <data folder> <write> <enode>...`. It starts with a snapshot from
// the nodes at these addresses and is killed within its given write, before the store commits it. Otherwise it reports
// the number of its head and the root of a copy of its state, made by a walk through the whole trie.
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openPeering } from '../../src/peers/network/openPeering.ts'
import { toHex } from '../../src/primitives/hex.ts'
import type { Store } from '../../src/store/store.ts'
import { Trie } from '../../src/trie/trie.ts'
import { openChainOver, openFolder } from '../processes/chainFolder.ts'
import { emptyPool } from './lyingPeering.ts'

const [folder = '', fatalWrite = '', ...staticPeers] = process.argv.slice(2)
const store = openFolder(folder)
openChainOver(store)

let writes = 0
const fragile: Store = {
  get: (table, key) => store.get(table, key),
  has: (table, key) => store.has(table, key),
  range: (table, range) => store.range(table, range),
  snapshot: (work) => store.snapshot(work),
  close: () => store.close(),
  write: (work) =>
    store.write((batch) => {
      const result = work(batch)
      if (++writes === Number(fatalWrite)) process.kill(process.pid, 'SIGKILL')
      return result
    }),
}

const chain = openChainOver(fragile)
await openPeering({
  chain,
  pool: emptyPool,
  store: fragile,
  folder: undefined,
  options: { host: '127.0.0.1', port: 0, staticPeers, sync: 'snap' },
  clientId: 'Cambium/0/test',
  clock: Date.now,
  nowSeconds: () => Math.floor(Date.now() / 1000),
  randomBytes,
  onError: (error) => writeSync(2, `${String(error)}\n`),
  debug: () => {},
})

const looking = setInterval(() => {
  const { start } = chain
  if (start === undefined) return
  clearInterval(looking)
  let copy = Trie.empty()
  for (const [key, value] of chain.wholeState(start.number)!.entries()) copy = copy.put(key, value)
  writeSync(1, `${JSON.stringify({ number: start.number, root: toHex(copy.hash()) })}\n`)
  process.exit(0)
}, 20)
