import type { BitcoinMethod } from '../method.ts'
import { mempoolEntryShape } from '../shapes/mempoolEntryShape.ts'

export const getrawmempool: BitcoinMethod = {
  name: 'getrawmempool',
  summary: 'Returns the ids of the waiting transactions, or objects when verbose.',
  parameters: [{ name: 'verbose', types: ['bool'], isOptional: true }],
  run(given, { bitcoin }) {
    const { mempool } = bitcoin.chain
    const entries = [...mempool.entries()]
    if (!given.flag('verbose', false)) return entries.map(({ key }) => key)
    return Object.fromEntries(entries.map((entry) => [entry.key, mempoolEntryShape(entry, mempool)]))
  },
}
