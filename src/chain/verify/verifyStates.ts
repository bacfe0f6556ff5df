import { keccak256 } from '../../crypto/keccak256.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Reader } from '../../store/store.ts'
import { walkClusters } from '../../trie/clusters/clusterWalk.ts'
import { clusterAt } from '../../trie/nodes/node.ts'
import { Blocks } from '../storage/blocks.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import { statePlace } from '../storage/nodeClusters.ts'
import { States } from '../storage/states.ts'
import { stateTables } from '../storage/stateTables.ts'
import { storedNodes } from '../storage/trieNodes.ts'
import { findingOf, type VerifyStep } from './finding.ts'

const entriesPerStep = 4096
const clustersPerStep = 1024
/** A state is made from that of a block shortly before. */
const rememberedStates = 4096
const walkedCacheBytes = 32 << 20

/** Tables whose keys are the hashes of their values. */
export const hashedTables = ['trie', 'trieTwin', 'values'] as const

/** Compares every long value, or every node that is stored under its hash, with the hash, in the order of the disk. */
export function* verifyNodes(
  reader: Reader,
  table: (typeof hashedTables)[number],
): Generator<VerifyStep, void, undefined> {
  let done = 0
  for (const { key, value } of reader.range(table)) {
    if (!equalBytes(keccak256(value), key)) {
      const what = `the ${table === 'values' ? 'trie value' : 'trie node'} ${toHex(key)}`
      yield { finding: { part: 'state', what: `${what} is not what was written` } }
    }
    if (++done % entriesPerStep === 0) {
      yield {
        progress: { what: `records of ${table} verified`, done, total: reader.count?.(table) },
      }
    }
  }
}

/**
 * Compares the nodes in the `total` clusters with their hashes: those of the first kept state, then what each later one adds. Not
 * every state is walked whole, because a walk takes as long as the state is large.
 */
export function* verifyClusters(
  reader: Reader,
  network: Network,
  head: number,
  total: number,
): Generator<VerifyStep, void, undefined> {
  const blocks = new Blocks(reader, network)
  const { firstKept } = stateTables(reader)
  const walked = new BoundedMap<number, true>(rememberedStates)
  let done = 0
  for (let number = firstKept; number <= head; number++) {
    const what = `the state after block ${number}`
    try {
      const hash = blocks.canonicalHash(number)
      const root = hash && blocks.record(hash)?.stateRoot
      const saved = root && statePlace(reader, root)
      if (saved === undefined || walked.has(saved.place)) continue
      const after = walked.has(saved.madeFrom) ? clusterAt(saved.madeFrom) : 0
      for (const _ of walkClusters(storedNodes(reader), { hash: root!, place: saved.place }, after)) {
        if (++done % clustersPerStep === 0)
          yield { progress: { what: 'clusters of kept states verified', done, total } }
      }
      walked.set(saved.place, true)
    } catch (error) {
      yield { finding: findingOf(error, 'state', what) }
    }
  }
}

/** Walks a whole state, so that a missing node is found too. Ends with the first finding. */
export function* verifyState(
  reader: Reader,
  root: Hash,
  name: string,
): Generator<VerifyStep, void, undefined> {
  const states = new States(reader, cacheShares(walkedCacheBytes))
  let done = 0
  try {
    for (const [key] of states.trieAt(root).entries()) {
      if (++done % entriesPerStep === 0)
        yield { progress: { what: `entries of ${name} verified`, done, part: passedPart(key) } }
    }
  } catch (error) {
    yield { finding: findingOf(error, 'state', name) }
  }
}

/** The keys of accounts begin with a byte for all and then with a hash, so their order says how many have passed. */
const passedPart = (key: Uint8Array): number => (((key[1] ?? 0) << 8) | (key[2] ?? 0)) / 65_536
