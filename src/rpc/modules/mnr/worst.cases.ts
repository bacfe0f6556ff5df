import { none, type WorstCalls } from '../heavyChain.cases.ts'

const bytes = (count: number): string => '11'.repeat(count)
const hashes = Array.from({ length: 1_000 }, () => '11'.repeat(32)).join(' ')

export const mnrWorst: WorstCalls = {
  mnr_getWork: none,
  mnr_submitBitcoinBlock: () => [bytes(100_000)],
  mnr_submitBitcoinBlockPartialMerkle: () => [bytes(32), bytes(80), bytes(100_000), hashes, '3e8'],
  mnr_submitBitcoinBlockTransactions: () => [bytes(32), bytes(80), bytes(100_000), hashes],
}
