import { asciiBytes, asHash, concatBytes, type Hash } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'
import type { ClusterSink } from '../../trie/clusters/clusterSaving.ts'
import type { Trie } from '../../trie/trie.ts'
import { numberInKey, numberKey } from './numbers.ts'
import { getSealed, openRecord, sealRecord } from './sealedRecord.ts'

/*
 * Trie nodes are saved in clusters, which are stored under growing numbers: a save appends some entries to full pages,
 * where a node under its hash would change a page of its own. A stored node knows the places of its children, so only
 * the roots of states are looked up by their hashes, in `states`.
 */

/** The entry of `states` with the number of the next cluster: shorter than a hash. */
const nextClusterKey = asciiBytes('next')
const clusterKeyBytes = 5
const firstCluster = 1
const placeLength = 7

const clusterKey = (number: number): Uint8Array => numberKey(number, clusterKeyBytes)

export const clusterNumber = (key: Uint8Array): number => numberInKey(key)

export const putCluster = (batch: Batch, number: number, content: Uint8Array, isLast = false): void => {
  const key = clusterKey(number)
  batch.put('clusters', key, sealRecord(key, content), isLast)
}

/** Throws `DamagedData` when the cluster is not what was written. */
export function getCluster(reader: Reader, number: number): Uint8Array | undefined {
  const key = clusterKey(number)
  const record = reader.get('clusters', key)
  return record && openRecord('clusters', key, record)
}

/** Where the root of a state is. */
export interface StatePlace {
  readonly place: number
  /** Place of the root from which the state was made: its nodes in clusters up to that one are nodes of that state. */
  readonly madeFrom: number
}

/** Undefined for a state that is not stored, or stored under hashes. */
export function statePlace(reader: Reader, root: Hash): StatePlace | undefined {
  const record = getSealed(reader, 'states', root)
  return record && placeIn(record)
}

/** The roots and places of all stored states from a root on, without those that are stored under hashes. */
export function* statePlaces(
  reader: Reader,
  start?: Uint8Array,
): Generator<StatePlace & { readonly root: Hash }, void, undefined> {
  for (const { key, value } of reader.range('states', { start })) {
    if (key.length === nextClusterKey.length) continue
    yield { root: asHash(key), ...placeIn(openRecord('states', key, value)) }
  }
}

/** The number of the next cluster: all stored ones have smaller numbers. */
export function nextCluster(reader: Reader): number {
  const record = reader.get('states', nextClusterKey)
  return record === undefined ? firstCluster : numberInKey(openRecord('states', nextClusterKey, record))
}

/** Saves the nodes of a state that are not saved yet. */
export function saveState(batch: Batch, state: Trie): void {
  let next = nextCluster(batch)
  const sink: ClusterSink = {
    putCluster: (bytes) => {
      putCluster(batch, next, bytes, true)
      return next++
    },
    putValue: (hash, value) => batch.put('values', hash, value),
  }
  const saved = state.saveInClusters(sink)
  if (saved === undefined) return
  batch.put('states', nextClusterKey, sealRecord(nextClusterKey, clusterKey(next)))
  const root = state.hash()
  const places = concatBytes(numberKey(saved.place, placeLength), numberKey(saved.madeFrom, placeLength))
  batch.put('states', root, sealRecord(root, places))
}

const placeIn = (bytes: Uint8Array): StatePlace => ({
  place: numberInKey(bytes.slice(0, placeLength)),
  madeFrom: numberInKey(bytes.slice(placeLength)),
})
