import { none, type WorstCalls } from '../heavyChain.cases.ts'

export const rpcWorst: WorstCalls = {
  rpc_modules: none,
  'rpc.discover': none,
}
