import { recordOf } from '../../primitives/errors.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Reader } from '../../store/store.ts'
import { Blocks } from '../storage/blocks.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { damageOf, type VerifyStep } from './finding.ts'
import { verifyBlocks } from './verifyBlocks.ts'
import { verifyRecords } from './verifyRecords.ts'
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
