import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const adminWorst: WorstCalls = {
  admin_nodeInfo: none,
  admin_peers: none,
}
