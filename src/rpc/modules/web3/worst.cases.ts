import { bytesOf, none, type WorstCalls } from '../heavyChain.cases.ts'

export const web3Worst: WorstCalls = {
  web3_clientVersion: none,
  web3_sha3: () => [bytesOf(128 * 1024)],
}
