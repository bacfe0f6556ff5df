import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AccessTracker } from '../../state/accessTracker.ts'
import { ListAccess, TransactionAccess } from './sublistPlan.ts'

const use = fc.record({
  address: fc.constantFrom('a', 'b', 'c'),
  part: fc.constantFrom('account', 'code', 'x', 'y'),
  written: fc.boolean(),
})
const uses = fc.array(use, { maxLength: 6 })

function record<Tracker extends AccessTracker>(
  tracker: Tracker,
  accesses: readonly { address: string; part: string; written: boolean }[],
): Tracker {
  for (const { address, part, written } of accesses) {
    if (written) tracker.write(address, part)
    else tracker.read(address, part)
  }
  return tracker
}

describe('the accesses of lists', () => {
  it('finds the same conflicts as the execution of blocks', () => {
    const placed = fc.array(fc.tuple(uses, fc.integer({ min: 0, max: 2 })), { maxLength: 6 })
    fc.assert(
      fc.property(placed, uses, (transactions, accesses) => {
        const lists = new ListAccess()
        const trackers = [new AccessTracker(), new AccessTracker(), new AccessTracker()]
        for (const [earlier, list] of transactions) {
          lists.add(record(new TransactionAccess(), earlier), list)
          record(trackers[list]!, earlier)
        }
        const candidate = record(new AccessTracker(), accesses)
        const expected = trackers.map((tracker) => candidate.conflictsWith(tracker))
        const conflicts = lists.conflictsOf(record(new TransactionAccess(), accesses))
        expect([1, 2, 4].map((bit) => (conflicts & bit) !== 0)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})
