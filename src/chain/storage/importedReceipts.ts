import type { Receipt } from '../../protocol/receipts.ts'
import type { LogProfile } from './logFingerprints.ts'
import type { LogVisitor } from './storedReceipts.ts'

/** The receipts of a block in a form that is searched for logs. */
export interface SearchableReceipts {
  readonly receipts: readonly Receipt[]
  /** Visits the logs that may have this profile, in order; the visitor compares them in full. */
  eachLogWith(profile: LogProfile, visit: LogVisitor): void
}

/** The receipts of a block that was just imported and need not be decoded. */
export const importedReceipts = (receipts: readonly Receipt[]): SearchableReceipts => ({
  receipts,
  eachLogWith(_, visit) {
    let logIndex = 0
    for (const [transactionIndex, { logs }] of receipts.entries()) {
      for (const log of logs) visit(log, transactionIndex, logIndex++)
    }
  },
})

const receiptWeight = 500
const logWeight = 400

/** Estimated bytes in memory. */
export function weightOfReceipts(receipts: readonly Receipt[]): number {
  let weight = 0
  for (const { logs } of receipts) {
    weight += receiptWeight
    for (const { data } of logs) weight += logWeight + data.length
  }
  return weight
}
