import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const otsWorst: WorstCalls = {
  ots_getApiLevel: none,
  ots_getBlockDetails: ({ full }) => [full.number],
  ots_getBlockDetailsByHash: ({ full }) => [full.block],
  ots_getBlockTransactions: ({ logs }) => [logs.number, 0, 25],
  ots_getContractCreator: ({ largeContract }) => [largeContract],
  ots_getInternalOperations: ({ calls }) => [calls.hash],
  ots_getTransactionBySenderAndNonce: ({ account }) => [account, '0x1'],
  ots_getTransactionError: ({ calls }) => [calls.hash],
  ots_hasCode: ({ largeContract }) => [largeContract],
  ots_searchTransactionsAfter: ({ account }) => [account, 0, 25],
  ots_searchTransactionsBefore: ({ account }) => [account, 0, 25],
  ots_traceTransaction: ({ calls }) => [calls.hash],
}
