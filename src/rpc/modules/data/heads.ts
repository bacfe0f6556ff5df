import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { firstWithLogs } from '../../node/selection.ts'

const head = schema.objectOf({ number: schema.number, hash: schema.hash })

export const dataHeads = defineRead({
  name: 'data_heads',
  summary:
    'The best block, the newest final one and the number of the first block whose logs and receipts can be queried.',
  result: schema.objectOf({ latest: head, finalized: head, start: schema.number }),
  asks: 'latest',
  upstream: 'never',
  handler(_, { node: { chain } }) {
    const { start, firstNumber } = chain
    return {
      latest: named(chain.head),
      finalized: named(chain.select('finalized') ?? chain.head),
      start: start === undefined ? (firstNumber === 0 ? 0 : firstNumber + 1) : start.number + 1,
    }
  },
})

const named = ({ number, hash }: StoredBlock) => ({ number, hash: toHex(hash) })
