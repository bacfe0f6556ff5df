import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const rskWorst: WorstCalls = {
  rsk_getRawBlockHeaderByHash: ({ full }) => [full.block],
  rsk_getRawBlockHeaderByNumber: ({ full }) => [full.number],
  rsk_getRawTransactionReceiptByHash: ({ logs }) => [logs.hash],
  rsk_getStorageBytesAt: ({ storage }) => [storage, '0x1', 'latest'],
  rsk_getTransactionReceiptNodesByHash: ({ logs }) => [logs.block, logs.hash],
  rsk_protocolVersion: none,
  rsk_upgrades: none,
}
