import { bytesOf, type HeavyChain, maximumGas, none, type WorstCalls } from '../heavyChain.cases.ts'

const call = ({ account, caller }: HeavyChain) => ({ from: account, to: caller, gas: maximumGas })

export const debugWorst: WorstCalls = {
  debug_accountRange: () => ['latest', '0x', 256, false, false],
  debug_accountTransactionQuota: ({ sender }) => [sender],
  debug_codeByHash: ({ largeCodeHash }) => [largeCodeHash],
  debug_getBadBlocks: none,
  debug_getRawBlock: ({ full }) => [full.block],
  debug_getRawHeader: ({ full }) => [full.block],
  debug_getRawReceipts: ({ logs }) => [logs.block],
  debug_getRawTransaction: ({ pooled }) => [pooled],
  debug_intermediateRoots: ({ calls }) => [calls.block],
  debug_storageRangeAt: ({ full, storage }) => [full.block, 1, storage, bytesOf(32, '00'), 1_024],
  debug_traceBlock: ({ rawBlock }) => [rawBlock],
  debug_traceBlockByHash: ({ calls }) => [calls.block],
  debug_traceBlockByNumber: ({ calls }) => [calls.number],
  debug_traceCall: (chain) => [call(chain), 'latest'],
  debug_traceTransaction: ({ calls }) => [calls.hash],
  debug_wireProtocolQueueSize: none,
  eth_getRawTransactionByHash: ({ pooled }) => [pooled],
}
