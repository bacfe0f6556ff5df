import { equalBytes } from '../../primitives/bytes.ts'
import { complete } from '../../primitives/work/steps.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Reader } from '../../store/store.ts'
import { CallsAgain } from '../importing/callsAgain.ts'
import { canonicalRecord } from '../storage/blockRecords.ts'
import { findingOf, type VerifyStep } from './finding.ts'

const blocksPerStep = 64

/**
 * Compares the records of calls with executions of their blocks, as far as the states before them are kept: of at most
 * `maximum` blocks, which are spread over the chain.
 */
export function* verifyCalls(
  reader: Reader,
  network: Network,
  head: number,
  maximum: number,
): Generator<VerifyStep, void, undefined> {
  const again = new CallsAgain(reader, network)
  const distance = Math.max(1, Math.ceil(head / maximum))
  // The newest block is compared in any case: every node keeps the state before it. Ascending, so that a block can be
  // executed on the state after the one before, which may not be saved.
  const total = Math.floor((head - 1) / distance) + 1
  let done = 0
  for (let number = head - distance * (total - 1); number <= head; number += distance) {
    try {
      const finding = compared(reader, number, again)
      if (finding !== undefined) yield { finding }
    } catch (error) {
      yield { finding: findingOf(error, 'block', `the calls of block ${number}`) }
    }
    if (++done % blocksPerStep === 0)
      yield { progress: { what: 'blocks executed for their calls', done, total } }
  }
}

function compared(reader: Reader, number: number, again: CallsAgain) {
  const stored = canonicalRecord(reader, 'calls', number)
  if (stored === undefined) return undefined
  const record = complete(again.record(number))
  if (record === undefined || equalBytes(record, stored)) return undefined
  return {
    part: 'block',
    what: `block ${number}: the record of its calls differs from its execution`,
  } as const
}
