import { recordOf } from '../../primitives/errors.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { Blocks } from '../storage/blocks.ts'
import { openRecord } from '../storage/sealedRecord.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { damageOf, type Finding, type VerifyStep } from './finding.ts'
import { verifyBlocks } from './verifyBlocks.ts'
import { verifyClusters, verifyNodes, verifyState } from './verifyStates.ts'

/** Reads everything that is stored of a chain and compares it with checksums, hashes and commitments. */
export function* verifyChain(reader: Reader, network: Network): Generator<VerifyStep, void, undefined> {
  let head: StoredBlock
  try {
    head = new Blocks(reader, network).head
  } catch (error) {
    yield { finding: { part: 'block', what: `the head: ${damageOf(error)}`, record: recordOf(error) } }
    return
  }
  yield* verifyRecords(reader)
  yield* verifyBlocks(reader, network, head.number)
  yield* verifyNodes(reader)
  yield* verifyClusters(reader, network, head.number)
  yield* verifyState(reader, head.record.stateRoot, `the state after block ${head.number}`)
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
  ['states', 'state'],
  ['clusters', 'state'],
]
const entriesPerStep = 4096

/** Compares every record, also those of side branches, with its checksum. */
function* verifyRecords(reader: Reader): Generator<VerifyStep, void, undefined> {
  for (const [table, part] of sealedTables) {
    const counted = reader.count?.(table)
    let done = 0
    for (const { key, value } of reader.range(table)) {
      try {
        openRecord(table, key, value)
      } catch (error) {
        yield { finding: { part, what: damageOf(error), record: recordOf(error) } }
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
}
