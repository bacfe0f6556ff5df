import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { receiptsRoot } from '../../protocol/roots.ts'
import { objectFrom } from '../answers/fields.ts'
import { receiptFrom } from '../answers/receiptFrom.ts'
import type { FetchTask } from '../fetching/guessing.ts'
import { decoded, resultOf } from '../state/answerValue.ts'

export interface ReceiptsTaskParts {
  readonly network: Network
  readonly shown: string
  found(receipts: readonly Receipt[]): void
}

/** Fetches the receipts of a block, which must hash to the root in its header. */
export function receiptsTask({ header, transactions }: Block, parts: ReceiptsTaskParts): FetchTask {
  const { network, shown } = parts
  const calls = transactions.map(({ hash }) => ({
    method: 'eth_getTransactionReceipt',
    params: [toHex(hash)],
  }))
  return {
    calls,
    settle(answers) {
      const receipts = decoded(shown, () => {
        const read = transactions.map(({ hash }, index) => {
          const where = `receipts[${index}]`
          return receiptFrom(objectFrom(resultOf(answers[index]!, calls[index]!, shown), where), hash, where)
        })
        if (!equalBytes(receiptsRoot(read, rulesAt(network, header.number)), header.receiptsRoot)) {
          throw new DecodeError('receipts', 'do not hash to the root in the header')
        }
        return read
      })
      parts.found(receipts)
      return undefined
    },
  }
}
