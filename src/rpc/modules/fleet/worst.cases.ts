import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const fleetWorst: WorstCalls = {
  fleet_status: none,
  fleet_changesSince: ({ full }) => [[full.block], true, true],
  fleet_pendingSince: none,
  fleet_minedTransaction: ({ account }) => [account, '0x1'],
}
