import type { WorstCalls } from '../heavyChain.cases.ts'

export const erigonWorst: WorstCalls = {
  erigon_getHeaderByNumber: ({ full }) => [full.number],
  erigon_getLatestLogs: () => [{ fromBlock: '0x0' }, { logCount: 10_000 }],
  erigon_getLogsByHash: ({ logs }) => [logs.block],
}
