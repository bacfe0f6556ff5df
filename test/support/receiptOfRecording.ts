import { asAddress, asHash } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import type { RecordedReceipt } from '../../src/primitives/recordings.cases.ts'
import type { Receipt } from '../../src/protocol/receipts.ts'

/** The consensus part of a receipt from its JSON-RPC form. */
export function receiptOfRecording(recorded: RecordedReceipt): Receipt {
  return {
    success: recorded.status === '0x1',
    cumulativeGasUsed: Number(recorded.cumulativeGasUsed),
    gasUsed: Number(recorded.gasUsed),
    logsBloom: fromHex(recorded.logsBloom),
    logs: recorded.logs.map((log) => ({
      address: asAddress(fromHex(log.address)),
      topics: log.topics.map((topic) => asHash(fromHex(topic))),
      data: fromHex(log.data),
    })),
  }
}
