import { keccak256 } from '../../crypto/keccak256.ts'
import { asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DamagedData, type DamagedRecord, recordOf } from '../../primitives/errors.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import type { Batch } from '../../store/store.ts'
import { type TableName, tableNames } from '../../store/tables.ts'
import { firstOf, putPosting, stretchOf, stretchOfKey, termOfKey } from '../logs/postings.ts'
import { termsOf } from '../logs/terms.ts'
import { getBlockRecord, putBlockRecord } from '../storage/blockRecords.ts'
import { putCanonical } from '../storage/canonicalHashes.ts'
import { MissingHistory } from '../storage/chainStart.ts'
import { decodeHeaderRecord } from '../storage/headerRecord.ts'
import { clusterNumber, putCluster } from '../storage/nodeClusters.ts'
import { numberInKey } from '../storage/numbers.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { encodeReceipts } from '../storage/storedReceipts.ts'
import { putPlace } from '../storage/transactionPlace.ts'
import { putCalls } from '../traces/calls.ts'
import { putCreations } from '../traces/creations.ts'
import { participantAddress, participantsOf, putParticipants } from '../traces/participants.ts'
import { computedCluster } from './computedCluster.ts'
import { computedValue } from './computedValue.ts'
import { executeAgain, type RepairParts, stretchBefore } from './executeAgain.ts'

/** Writes a record anew, when the store allows it; undefined otherwise. */
type Repair = (
  key: Uint8Array,
  parts: RepairParts,
  record: DamagedRecord,
) => ((batch: Batch) => void) | undefined

/** Damaged records that wait for each other, because the restoration of each needs the next. */
const maximumSources = 16
/** Trials for one record and for what its restoration needs. */
const maximumTrials = 64

/**
 * Restores a damaged record from what else is stored: receipts and trie nodes are computed again by executing
 * blocks, indexes are read from the blocks. What it writes is confirmed by hashes. Returns false when the record cannot be
 * restored; it stays as it is then, and what was restored for it stays restored.
 */
export function repairRecord(record: DamagedRecord, parts: RepairParts): boolean {
  const sought = [record]
  for (let trials = 0; trials < maximumTrials; trials++) {
    const outcome = trial(sought.at(-1)!, parts)
    if (outcome === true) sought.pop()
    if (sought.length === 0) return true
    if (typeof outcome === 'boolean') {
      if (!outcome) return false
      continue
    }
    if (sought.length >= maximumSources || sought.some((other) => isSameRecord(other, outcome))) return false
    sought.push(outcome)
  }
  return false
}

/** Whether the record is restored, or the damaged record that must be restored before it. */
function trial(record: DamagedRecord, parts: RepairParts): boolean | DamagedRecord {
  const { table, key } = record
  const name = tableNames.find((candidate) => candidate === table)
  if (name === undefined) return false
  try {
    const write = repairs[name]?.(key, parts, record)
    if (write === undefined) return false
    parts.store.write(write)
    return true
  } catch (error) {
    // What the repair reads is damaged too, or was never stored.
    const source = recordOf(error)
    if (source !== undefined) return source
    if (error instanceof DamagedData || error instanceof MissingHistory) return false
    throw error
  }
}

const isSameRecord = (one: DamagedRecord, other: DamagedRecord): boolean =>
  one.table === other.table && equalBytes(one.key, other.key)

const repairs: { readonly [table in TableName]?: Repair } = {
  receipts(serial, parts) {
    const result = resultsAt(serial, parts)
    return result && ((batch) => putBlockRecord(batch, 'receipts', serial, encodeReceipts(result.receipts)))
  },

  participants(serial, parts) {
    const result = resultsAt(serial, parts)
    return result && ((batch) => putParticipants(batch, serial, result.participants))
  },

  creations(serial, parts) {
    const result = resultsAt(serial, parts)
    return result && ((batch) => putCreations(batch, serial, result.creations))
  },

  calls(serial, parts) {
    const { calls } = resultsAt(serial, parts, true) ?? {}
    return calls && ((batch) => putCalls(batch, serial, calls))
  },

  transactions(hash, { blocks }, { block: blockHash }) {
    const block = blockHash && blocks.block(asHash(blockHash))
    if (block === undefined || !blocks.isCanonical(block.header)) return undefined
    const index = block.transactions.findIndex((transaction) => equalBytes(transaction.hash, hash))
    const place = { blockNumber: block.number, index }
    return index < 0 ? undefined : (batch) => putPlace(batch, asHash(hash), place)
  },

  canonical(key, { blocks }) {
    const number = numberInKey(key)
    const { head } = blocks
    if (number > head.number) return undefined
    const hash: Hash =
      number === head.number ? head.hash : blocks.expectCanonical(number + 1).header.parentHash
    return blocks.expect(hash).number === number ? (batch) => putCanonical(batch, number, hash) : undefined
  },

  logIndex(key, parts) {
    const offsets = postingAgain(key, parts)
    // No posting is empty, so the key is damaged: the posting of another term or stretch is lost.
    return offsets.length === 0 ? undefined : (batch) => putPosting(batch, key, offsets)
  },

  values(hash, parts, { stateKey }) {
    const stored = parts.store.get('values', hash)
    const isWhole = stored !== undefined && equalBytes(keccak256(stored), hash)
    const value = isWhole ? stored : computedValue(hash, stateKey, parts)
    return value && ((batch) => batch.put('values', hash, value))
  },

  clusters(key, parts) {
    const number = clusterNumber(key)
    const cluster = computedCluster(number, parts)
    return cluster && ((batch) => putCluster(batch, number, cluster))
  },
}

function resultsAt(serial: Uint8Array, parts: RepairParts, recordsCalls = false) {
  const block = blockAt(serial, parts)
  const stretch = block && stretchBefore(block, parts)
  const result = stretch && executeAgain(stretch, parts, recordsCalls)
  return result && { hash: block!.hash, ...result }
}

function blockAt(serial: Uint8Array, { store, network, blocks }: RepairParts): StoredBlock | undefined {
  const header = getBlockRecord(store, 'headers', serial)
  return header && blocks.block(decodeHeaderRecord(header, network).header.hash)
}

/** The blocks of a stretch that have the term of a posting, from their receipts or their participants. */
function postingAgain(key: Uint8Array, { store, blocks }: RepairParts): Uint8Array {
  const stretch = stretchOfKey(key)
  const term = termOfKey(key)
  const participant = participantAddress(term)
  const offsets: number[] = []
  const first = firstOf(stretch)
  for (let number = first; stretchOf(number) === stretch && number <= blocks.head.number; number++) {
    const isThere =
      participant === undefined
        ? hasTerm(blocks.expectCanonical(number), term)
        : [...participantsOf(store, number)].includes(addressKey(participant))
    if (isThere) offsets.push(number - first)
  }
  return Uint8Array.from(offsets)
}

const hasTerm = ({ receipts }: StoredBlock, term: Uint8Array): boolean =>
  [...termsOf(receipts.flatMap(({ logs }) => logs))].some((candidate) => equalBytes(candidate, term))
