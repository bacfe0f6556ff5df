import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const txpoolWorst: WorstCalls = {
  txpool_content: none,
  txpool_contentFrom: ({ sender }) => [sender],
  txpool_inspect: none,
  txpool_status: none,
}
