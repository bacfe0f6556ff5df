import type { Receipt } from '../../protocol/receipts.ts'
import type { FlatLog } from './flatLog.ts'
import { type LogSearch, type LogVisitor, logWeight, receiptWeight } from './storedReceipts.ts'

/** The receipts of a block in a form that is searched for logs. */
export interface SearchableReceipts {
  readonly receipts: readonly Receipt[]
  /** Visits the logs that match, in order, while each is the log of `flat`. */
  eachLog(search: LogSearch, flat: FlatLog, visit: LogVisitor): void
}

/** The receipts of a block that was just imported and need not be decoded. */
export const importedReceipts = (receipts: readonly Receipt[]): SearchableReceipts => ({
  receipts,
  eachLog({ matches }, flat, visit) {
    let logIndex = 0
    for (const [transactionIndex, { logs }] of receipts.entries()) {
      for (const log of logs) {
        flat.set(log)
        if (matches(flat)) visit(transactionIndex, logIndex)
        logIndex++
      }
    }
  },
})

/** Estimated bytes in memory. */
export function weightOfReceipts(receipts: readonly Receipt[]): number {
  let weight = 0
  for (const { logs } of receipts) {
    weight += receiptWeight
    for (const { data } of logs) weight += logWeight + data.length
  }
  return weight
}
