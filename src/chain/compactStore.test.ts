import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../primitives/hex.ts'
import { recordedBlocks } from '../primitives/recordings.cases.ts'
import { decodeBlock } from '../protocol/block.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import type { Store } from '../store/store.ts'
import { compactStore } from './compactStore.ts'
import { copyUnderHashes } from './nodesUnderHashes.cases.ts'
import { openChain } from './openChain.ts'
import { pruneStates } from './pruning/pruneStates.ts'
import { hasNodesUnderHashes, rewriteStates } from './pruning/rewriteStates.ts'
import { verifyChain } from './verify/verifyChain.ts'

const blocks = recordedBlocks('contracts')
  .slice(0, 14)
  .map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))

/** A chain whose states up to a block are stored under hashes, as in a snapshot, and the later ones in clusters. */
function mixedStore(underHashes: number): Store {
  const clustered = memoryStore()
  const source = openChain({ store: clustered, network: regtest, clock: () => 0 })
  for (const block of blocks.slice(0, underHashes)) source.import(block)
  const store = memoryStore()
  copyUnderHashes(clustered, store)
  const chain = openChain({ store, network: regtest, clock: () => 0 })
  for (const block of blocks.slice(underHashes)) expect(chain.import(block).status).toBe('best')
  return store
}

const findings = (store: Store) => [...verifyChain(store, regtest)].filter((step) => 'finding' in step)
const rootsOf = (store: Store): string[] => {
  const chain = openChain({ store, network: regtest, clock: () => 0 })
  return Array.from({ length: chain.head.number + 1 }, (_, number) =>
    [...chain.stateAt(number)!.commit().entries()].map(([key, value]) => toHex(key) + toHex(value)).join(),
  )
}
const bytesOf = (store: Store): number =>
  (['trie', 'trieTwin', 'states', 'clusters'] as const)
    .flatMap((table) => [...store.range(table)])
    .reduce((sum, { key, value }) => sum + key.length + value.length, 0)

describe('compacting', () => {
  const source = mixedStore(8)

  it('turns nodes under hashes into clusters, with the same states', () => {
    const target = memoryStore()
    for (const _ of compactStore(source, target, regtest));
    expect(hasNodesUnderHashes(source)).toBe(true)
    expect(hasNodesUnderHashes(target)).toBe(false)
    expect(findings(target)).toEqual([])
    expect(rootsOf(target)).toEqual(rootsOf(source))
    expect(bytesOf(target)).toBeLessThan(bytesOf(source) / 2)
  })

  it('continues wherever it was interrupted', () => {
    const target = memoryStore()
    for (let steps = 1; ; steps++) {
      const run = rewriteStates(source, target, regtest, 7)
      let isDone = false
      for (let step = 0; step < steps && !isDone; step++) isDone = run.next().done === true
      if (isDone) break
    }
    for (const _ of compactStore(source, target, regtest));
    expect(findings(target)).toEqual([])
    expect(rootsOf(target)).toEqual(rootsOf(source))
  })

  it('leaves a chain that can be continued and pruned', () => {
    const target = memoryStore()
    for (const _ of compactStore(source, target, regtest));
    const chain = openChain({ store: target, network: regtest, clock: () => 0 })
    for (const _ of pruneStates(target, regtest, 3));
    expect(findings(target)).toEqual([])
    expect(chain.stateAt(chain.head.number)).toBeDefined()
  })
})
