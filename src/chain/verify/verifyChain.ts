import type { Network } from '../../protocol/networks/network.ts'
import type { Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { Blocks } from '../storage/blocks.ts'
import { openRecord } from '../storage/sealedRecord.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { type Finding, findingOf, type VerifyStep } from './finding.ts'
import { verifyBlocks } from './verifyBlocks.ts'
import { verifyCalls } from './verifyCalls.ts'
import { hashedTables, verifyClusters, verifyNodes, verifyState } from './verifyStates.ts'

/** Blocks that are executed to compare the records of their calls, unless all are wanted. */
const usualExecutions = 256

/**
 * Reads everything that is stored of a chain and compares it with checksums, hashes and commitments, and the records of
 * calls of some blocks with their execution.
 */
export function* verifyChain(
  reader: Reader,
  network: Network,
  executions = usualExecutions,
): Generator<VerifyStep, void, undefined> {
  let head: StoredBlock
  yield { begins: 'the head' }
  try {
    head = new Blocks(reader, network).head
  } catch (error) {
    yield { finding: findingOf(error, 'block', 'the head') }
    return
  }
  for (const [table, part] of sealedTables) yield* walk(table, part, verifyRecords(reader, table, part))
  yield { begins: 'the blocks' }
  yield* verifyBlocks(reader, network, head.number)
  for (const table of hashedTables) yield* walk(table, 'state', verifyNodes(reader, table))
  yield { begins: 'the kept states' }
  yield* verifyClusters(reader, network, head.number)
  yield { begins: 'the recorded calls' }
  yield* verifyCalls(reader, network, head.number, executions)
  yield { begins: 'the newest state' }
  yield* verifyState(reader, head.record.stateRoot, `the state after block ${head.number}`)
}

/** Tables of the index without which no block is found. */
const leadsToBlocks: ReadonlySet<TableName> = new Set(['serials', 'canonical'])

/** A table whose pages cannot be followed to their end is a finding; the others are read nevertheless. */
function* walk(
  table: TableName,
  part: Finding['part'],
  steps: Iterable<VerifyStep>,
): Generator<VerifyStep, void, undefined> {
  yield { begins: `the table ${table}` }
  try {
    yield* steps
  } catch (error) {
    yield { finding: findingOf(error, leadsToBlocks.has(table) ? 'block' : part, `the table ${table}`) }
  }
}

/** Tables whose records carry a checksum, and what a damaged one loses. */
const sealedTables: readonly (readonly [TableName, Finding['part']])[] = [
  ['serials', 'index'],
  ['canonical', 'index'],
  ['transactions', 'index'],
  ['logIndex', 'index'],
  ['headers', 'block'],
  ['bodies', 'block'],
  ['receipts', 'block'],
  ['participants', 'block'],
  ['creations', 'block'],
  ['calls', 'block'],
  ['states', 'state'],
  ['clusters', 'state'],
]
const entriesPerStep = 4096

/** Compares every record, also those of side branches, with its checksum. */
function* verifyRecords(
  reader: Reader,
  table: TableName,
  part: Finding['part'],
): Generator<VerifyStep, void, undefined> {
  const counted = reader.count?.(table)
  let done = 0
  for (const { key, value } of reader.range(table)) {
    try {
      openRecord(table, key, value)
    } catch (error) {
      yield { finding: findingOf(error, part) }
    }
    if (++done % entriesPerStep === 0) {
      yield { progress: { what: `records of ${table}`, done, total: counted } }
    }
  }
  // A node that uses the folder may have added entries meanwhile, which are counted, but not all seen.
  if (done !== counted && counted === reader.count?.(table) && counted !== undefined) {
    const what = `the table ${table}: ${done} of its ${counted} entries can be read`
    yield { finding: { part, what } }
  }
}
