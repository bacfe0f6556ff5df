import type { Network, NetworkName } from '../../../protocol/networks/network.ts'
import type { Rules } from '../../../protocol/networks/rules.ts'
import type { NativeContext } from '../nativeContext.ts'
import type { Federation } from './federation.ts'
import { storedFederation } from './federationCell.ts'
import { genesisFederations } from './genesisFederations.ts'

/** Blocks that must pass after a new federation was committed before it takes over. */
const activationAges: Readonly<Record<NetworkName, { first: number; rskip383: number; rskip419: number }>> = {
  mainnet: { first: 18_500, rskip383: 40_320, rskip419: 40_320 },
  testnet: { first: 60, rskip383: 120, rskip419: 2_400 },
  devnet: { first: 60, rskip383: 120, rskip419: 2_400 },
  regtest: { first: 10, rskip383: 150, rskip419: 150 },
}

/** The federation in charge when the chain has `blockNumber` blocks, by the rules of the executing block. */
export function activeFederation(
  { state, network, rules }: Pick<NativeContext, 'state' | 'network' | 'rules'>,
  blockNumber: number,
): Federation {
  const latest = storedFederation(state, 'new')
  if (!latest) return genesisFederations[network.name]
  const previous = storedFederation(state, 'old')
  if (!previous) return latest
  return blockNumber - latest.creationBlock >= activationAge(network, rules) ? latest : previous
}

function activationAge({ name }: Network, rules: Rules): number {
  const ages = activationAges[name]
  if (rules.rskip419) return ages.rskip419
  return rules.rskip383 ? ages.rskip383 : ages.first
}
