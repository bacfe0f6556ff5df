import type { Clock } from '../mining/inputs/clock.ts'
import { openPeering } from '../peers/network/openPeering.ts'
import type { Peering } from '../peers/network/peering.ts'
import type { PeeringOptions } from '../peers/network/peeringSettings.ts'
import { randomBytes } from '../platform/random.ts'
import { warnOf } from '../platform/runtime.ts'
import { clientVersion } from './clientVersion.ts'
import type { Node } from './node.ts'
import type { NodeOptions } from './nodeOptions.ts'
import type { DataHome } from './services/dataHome.ts'

/** Connects a node to the peers of its network. Rejects if it cannot listen on its port. */
export function joinNetwork(
  { chain, pool }: Node,
  { store, folder }: DataHome,
  clock: Clock,
  peering: PeeringOptions,
  { random = randomBytes, onError = warnOf, onDebug = () => {} }: NodeOptions,
): Promise<Peering> {
  return openPeering({
    chain,
    pool,
    store,
    folder,
    options: peering,
    clientId: clientVersion(),
    clock: () => clock.systemMs,
    nowSeconds: () => clock.nowSeconds,
    randomBytes: random,
    onError,
    debug: onDebug,
  })
}
