import { partOf, stagesOf } from '../../primitives/work/workProgress.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { missedEntries } from '../../store/copyStore.ts'
import { StoreError } from '../../store/errors.ts'
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
  const stages = stagesOfVerification(reader, network, head, executions)
  const parts = stagesOf(stages.map(({ weight }) => weight))
  for (const [index, { begins, steps }] of stages.entries()) {
    yield { begins }
    for (const step of steps) {
      if (!('progress' in step)) yield step
      else yield { progress: { ...step.progress, part: parts[index]!(partOf(step.progress) ?? 0) } }
    }
  }
}

interface Stage {
  readonly begins: string
  /** About how much work it is, in records that are compared with their checksum. */
  readonly weight: number
  readonly steps: Iterable<VerifyStep>
}

/** Recomputing the roots of a block takes as long as comparing this many records. */
const recordsPerBlock = 20
/** So does executing it. */
const recordsPerExecution = 200

function stagesOfVerification(
  reader: Reader,
  network: Network,
  { number: head, record }: StoredBlock,
  executions: number,
): readonly Stage[] {
  const clusters = countOf(reader, 'clusters')
  const tableStage = (table: TableName, part: Finding['part'], steps: Iterable<VerifyStep>): Stage => ({
    begins: `the table ${table}`,
    weight: countOf(reader, table),
    steps: walk(table, part, steps),
  })
  return [
    ...sealedTables.map(([table, part]) => tableStage(table, part, verifyRecords(reader, table, part))),
    {
      begins: 'the blocks',
      weight: recordsPerBlock * (head + 1),
      steps: verifyBlocks(reader, network, head),
    },
    ...hashedTables.map((table) => tableStage(table, 'state', verifyNodes(reader, table))),
    {
      begins: 'the kept states',
      weight: clusters,
      steps: verifyClusters(reader, network, head, clusters),
    },
    {
      begins: 'the recorded calls',
      weight: countOf(reader, 'calls') === 0 ? 0 : recordsPerExecution * Math.min(head, executions),
      steps: verifyCalls(reader, network, head, executions),
    },
    {
      begins: 'the newest state',
      // One of many in an archive; its size is not known before.
      weight: clusters / 4 + countOf(reader, 'trie') / 2,
      steps: verifyState(reader, record.stateRoot, `the state after block ${head}`),
    },
  ]
}

/** 0 for a table whose pages are damaged, which is found when it is read. */
function countOf(reader: Reader, table: TableName): number {
  try {
    return reader.count?.(table) ?? 0
  } catch (error) {
    if (error instanceof StoreError) return 0
    throw error
  }
}

/** Tables of the index without which no block is found. */
const leadsToBlocks: ReadonlySet<TableName> = new Set(['serials', 'canonical'])

/** A table whose pages cannot be followed to their end is a finding; the others are read nevertheless. */
function* walk(
  table: TableName,
  part: Finding['part'],
  steps: Iterable<VerifyStep>,
): Generator<VerifyStep, void, undefined> {
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
      yield { progress: { what: `records of ${table} verified`, done, total: counted } }
    }
  }
  // A node that uses the folder may have added entries meanwhile, which are counted, but not all seen.
  const missed = missedEntries(reader, table, done, counted)
  if (missed !== 0 && counted === reader.count?.(table)) {
    const what = `the table ${table}: ${done} of its ${done + missed} entries can be read`
    yield { finding: { part, what } }
  }
}
