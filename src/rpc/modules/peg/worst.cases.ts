import { bytesOf, none, type WorstCalls } from '../heavyChain.cases.ts'

export const pegWorst: WorstCalls = {
  peg_advance: () => ['all'],
  peg_bitcoin: none,
  peg_changeFederation: none,
  peg_federation: none,
  peg_flyover: () => [{ satoshis: 1_000_000, contract: bytesOf(20) }],
  peg_in: () => [{ satoshis: 1_000_000, to: bytesOf(20) }],
  peg_lockingCap: none,
  peg_out: () => [{ satoshis: 1_000_000 }],
  peg_status: none,
}
