import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const netWorst: WorstCalls = {
  net_listening: none,
  net_peerCount: none,
  net_peerList: none,
  net_version: none,
}
