import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const scoWorst: WorstCalls = {
  sco_banAddress: () => ['192.0.2.0/24'],
  sco_bannedAddresses: none,
  sco_clearPeerScoring: () => ['192.0.2.1'],
  sco_peerList: none,
  sco_reputationSummary: none,
  sco_unbanAddress: () => ['192.0.2.0/24'],
}
