import { maximumGas, type WorstCalls } from '../heavyChain.cases.ts'

const types = ['trace', 'vmTrace', 'stateDiff']

export const traceWorst: WorstCalls = {
  trace_block: ({ calls }) => [calls.block],
  trace_call: ({ account, caller }) => [{ from: account, to: caller, gas: maximumGas }, types, 'latest'],
  trace_callMany: ({ account, caller }) => [
    Array.from({ length: 100 }, () => [{ from: account, to: caller, gas: maximumGas }, types]),
    'latest',
  ],
  trace_filter: () => [{ fromBlock: '0x1', toBlock: 'latest' }],
  trace_get: ({ calls }) => [calls.hash, ['0x1']],
  trace_rawTransaction: (chain) => [chain.signed(), types],
  trace_replayBlockTransactions: ({ calls }) => [calls.block, types],
  trace_replayTransaction: ({ calls }) => [calls.hash, types],
  trace_transaction: ({ calls }) => [calls.hash],
}
