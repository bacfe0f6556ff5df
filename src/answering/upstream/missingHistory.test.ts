import { expect, it } from 'vitest'
import { MissingHistory } from '../../chain/storage/chainStart.ts'
import { StateNotKept } from '../../chain/storage/stateNotKept.ts'
import { asHash } from '../../primitives/bytes.ts'
import { historyMissing, nodeClosed } from '../../rpc/errors/errors.ts'
import { isMissingHistory } from '../withUpstream.ts'

it('recognises missing history in an error from another thread', () => {
  const missing = new MissingHistory('block 5 is', { number: 10, lowest: 8 })
  expect(isMissingHistory(missing)).toBe(true)
  expect(isMissingHistory(historyMissing(missing.message))).toBe(true)
  const pruned = new StateNotKept(5, 1_000, asHash(new Uint8Array(32)))
  expect(isMissingHistory(pruned)).toBe(true)
  expect(isMissingHistory(historyMissing(pruned.message))).toBe(true)
  expect(isMissingHistory(nodeClosed())).toBe(false)
})
