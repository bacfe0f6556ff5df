import { regtest } from '../protocol/networks/definitions.ts'
import type { Store } from '../store/store.ts'
import { entriesThatDiffer } from '../trie/difference.ts'
import { Trie } from '../trie/trie.ts'
import { Blocks } from './storage/blocks.ts'
import { cacheShares } from './storage/chainMemory.ts'
import { States } from './storage/states.ts'
import { nodesInto, storedNodes } from './storage/trieNodes.ts'

const copied = [
  'serials',
  'headers',
  'bodies',
  'receipts',
  'canonical',
  'transactions',
  'values',
  'logIndex',
  'participants',
  'creations',
] as const

/** Copies a local chain without branches; the nodes of its states are stored under their hashes, as a snapshot stores them. */
export function copyUnderHashes(source: Store, target: Store): void {
  const states = new States(source, cacheShares(32 << 20))
  const blocks = new Blocks(source, regtest)
  target.write((batch) => {
    for (const table of copied) for (const { key, value } of source.range(table)) batch.put(table, key, value)
    for (const { key, value } of source.range('meta')) {
      if (Buffer.from(key).toString().startsWith('chain.')) batch.put('meta', key, value)
    }
  })
  let before = Trie.empty()
  let written = Trie.empty(storedNodes(target))
  for (let number = 0; number <= blocks.head.number; number++) {
    const after = states.trieAt(blocks.expectCanonical(number).record.stateRoot)
    for (const [key, value] of entriesThatDiffer(before, after)) {
      written = value === undefined ? written.delete(key) : written.put(key, value)
    }
    target.write((batch) => written.save(nodesInto(batch)))
    before = after
  }
}
