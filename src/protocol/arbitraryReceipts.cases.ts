import fc from 'fast-check'
import { asHash } from '../primitives/bytes.ts'
import type { Receipt } from './receipts.ts'
import { addresses } from './transactions/arbitraryTransactions.cases.ts'

const log = fc.record({
  address: addresses,
  topics: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asHash), { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 70 }),
})

export const arbitraryReceipt: fc.Arbitrary<Receipt> = fc.record({
  success: fc.boolean(),
  cumulativeGasUsed: fc.maxSafeNat(),
  gasUsed: fc.maxSafeNat(),
  logsBloom: fc.uint8Array({ minLength: 256, maxLength: 256, size: 'max' }),
  logs: fc.array(log, { maxLength: 4 }),
})
