import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { asciiBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Batch, Reader, Store } from '../../store/store.ts'
import { entriesThatDiffer } from '../../trie/difference.ts'
import type { Trie } from '../../trie/trie.ts'
import { getBlockRecord } from '../storage/blockRecords.ts'
import { Blocks } from '../storage/blocks.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import { decodeHeaderRecord } from '../storage/headerRecord.ts'
import { saveState } from '../storage/nodeClusters.ts'
import { editedRoots } from '../storage/stateEdits.ts'
import { States } from '../storage/states.ts'
import { stateTables } from '../storage/stateTables.ts'
import { hasState } from '../storage/trieNodes.ts'
import { emptyTable } from './emptyTable.ts'

export interface RewriteProgress {
  /** Blocks whose states are in clusters. */
  readonly done: number
  readonly total: number
  /** Entries of the state that is being rewritten. */
  readonly entries: number
}

/** How much is changed between two saves; it bounds the memory. */
const usualEntriesPerSave = 4096
const cacheBytes = 128 << 20
/** Set in `meta` of the target once its first state is whole. The `meta` of the source, copied later, does not have it. */
const startedKey = asciiBytes('chain.rewriting')

/** Whether nodes are stored under their hashes, as those of a snapshot are. */
export const hasNodesUnderHashes = (reader: Reader): boolean =>
  (['trie', 'trieTwin'] as const).some((table) => !reader.range(table, { limit: 1 }).next().done)

/**
 * Writes the kept states of a store into another one, all nodes in clusters, each state as changes of the one of the
 * parent block. Every root is compared. What is there already is not written again, so a later call continues.
 */
export function* rewriteStates(
  source: Reader,
  target: Store,
  network: Network,
  entriesPerSave = usualEntriesPerSave,
): Generator<RewriteProgress, void, undefined> {
  if (target.get('meta', startedKey) === undefined) clearStates(target)
  const rewriting = new Rewriting(source, target, entriesPerSave)
  const blocks = new Blocks(source, network)
  const { firstKept } = stateTables(source)
  const total = blocks.head.number + 1
  let done = 0
  for (const { key } of source.range('headers')) {
    const { header, stateRoot } = decodeHeaderRecord(getBlockRecord(source, 'headers', key)!, network)
    if (header.number < firstKept) continue
    const parent = header.number === 0 ? undefined : blocks.record(header.parentHash)?.stateRoot
    for (const entries of rewriting.write(stateRoot, parent)) yield { done, total, entries }
    done++
  }
  for (const root of editedRoots(source)) {
    for (const entries of rewriting.write(root, undefined)) yield { done, total, entries }
  }
  yield { done: total, total, entries: 0 }
}

function clearStates(target: Store): void {
  for (const table of ['clusters', 'states'] as const) for (const _ of emptyTable(target, table));
}

class Rewriting {
  readonly #source: Reader
  readonly #target: Store
  readonly #entriesPerSave: number
  readonly #from: States
  readonly #to: States
  /** The root of the state that was written last. */
  #last: Hash = emptyTrieRoot

  constructor(source: Reader, target: Store, entriesPerSave: number) {
    this.#source = source
    this.#target = target
    this.#entriesPerSave = entriesPerSave
    this.#from = new States(source, cacheShares(cacheBytes))
    this.#to = new States(target, cacheShares(cacheBytes))
  }

  /** Yields the number of changed entries from time to time. */
  *write(root: Hash, parent: Hash | undefined): Generator<number, void, undefined> {
    if (!hasState(this.#source, root) || this.#to.has(root)) return this.#noteLast(root)
    const base =
      [parent, this.#last].find((candidate) => candidate && this.#isInBoth(candidate)) ?? emptyTrieRoot
    let state = this.#to.trieAt(base)
    let partial: Hash | undefined
    let entries = 0
    for (const [key, value] of entriesThatDiffer(this.#from.trieAt(base), this.#from.trieAt(root))) {
      state = value === undefined ? state.delete(key) : state.put(key, value)
      if (++entries % this.#entriesPerSave !== 0) continue
      const saved = state.hash()
      this.#save(state, partial)
      if (!this.#isWanted(saved)) partial = saved
      state = this.#to.trieAt(saved)
      yield entries
    }
    if (!equalBytes(state.hash(), root)) throw new DamagedData(`the state ${toHex(root)}`)
    this.#save(state, partial, (batch) => batch.put('meta', startedKey, Uint8Array.of(1)))
    this.#noteLast(root)
    yield entries
  }

  #noteLast(root: Hash): void {
    if (this.#to.has(root)) this.#last = root
  }

  /** After an interruption the target may have states that the source does not keep any more. */
  #isInBoth(root: Hash): boolean {
    return this.#to.has(root) && this.#from.has(root)
  }

  /** Saves a state, and forgets the root of the part that was saved before it. */
  #save(state: Trie, partial: Hash | undefined, note: (batch: Batch) => void = () => {}): void {
    this.#target.write((batch) => {
      if (partial !== undefined) batch.delete('states', partial)
      saveState(batch, state)
      note(batch)
    })
    state.keep()
  }

  /** A part of a state may happen to be another whole state. */
  #isWanted(root: Hash): boolean {
    return hasState(this.#source, root)
  }
}
