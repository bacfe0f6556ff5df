import { none, type WorstCalls } from '../heavyChain.cases.ts'

const fields = {
  block: { hash: true, timestamp: true },
  log: { address: true, topics: true, data: true, transactionHash: true },
  transaction: { hash: true, from: true, to: true, input: true },
  trace: { type: true, callFrom: true, callTo: true, callInput: true },
}

export const dataWorst: WorstCalls = {
  data_blocks: () => [
    {
      type: 'evm',
      fromBlock: 0,
      fields,
      logs: [{ transaction: true, transactionTraces: true }],
      transactions: [{ logs: true, traces: true }],
      traces: [{ subtraces: true, parents: true }],
    },
  ],
  data_heads: none,
}
