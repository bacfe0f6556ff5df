import { expect, it } from 'vitest'
import { MissingHistory } from '../../chain/storage/chainStart.ts'
import { historyMissing, nodeClosed, stateNotKept } from '../errors/errors.ts'
import { isMissingHistory } from './missingHistory.ts'

it('recognises missing history also in the words of another thread', () => {
  const missing = new MissingHistory('block 5 is', { number: 10, lowest: 8 })
  expect(isMissingHistory(missing)).toBe(true)
  expect(isMissingHistory(historyMissing(missing.message))).toBe(true)
  expect(isMissingHistory(stateNotKept(5, 1_000))).toBe(true)
  expect(isMissingHistory(nodeClosed())).toBe(false)
})
