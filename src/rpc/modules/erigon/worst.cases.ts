import type { WorstCalls } from '../heavyChain.cases.ts'

export const erigonWorst: WorstCalls = {
  erigon_getHeaderByNumber: ({ full }) => [full.number],
}
