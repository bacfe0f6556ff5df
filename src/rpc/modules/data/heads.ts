import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { firstWithLogs } from '../../node/selection.ts'

const head = schema.objectOf({ number: schema.number, hash: schema.hash })

export const dataHeads = defineRead({
  name: 'data_heads',
  summary:
    'The best block, the newest final one, the number of the first block whose logs and receipts can be queried, and the hash of the genesis block; a fork does not tell the last.',
  result: schema.objectOf({ latest: head, finalized: head, start: schema.number }, { genesis: schema.hash }),
  asks: 'latest',
  upstream: 'never',
  light: 'own',
  handler(_, { node: { chain } }) {
    const genesis = chain.firstNumber === 0 ? chain.select(0) : undefined
    return {
      latest: named(chain.head),
      finalized: named(chain.select('finalized') ?? chain.head),
      start: firstWithLogs(chain),
      ...(genesis !== undefined && { genesis: toHex(genesis.hash) }),
    }
  },
})

const named = ({ number, hash }: StoredBlock) => ({ number, hash: toHex(hash) })
