import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const fleetWorst: WorstCalls = {
  fleet_status: none,
  fleet_chainSince: ({ full }) => [[full.block], true],
  fleet_pendingSince: none,
  fleet_branch: ({ head }) => [head, true],
  fleet_minedTransaction: ({ account }) => [account, '0x1'],
}
