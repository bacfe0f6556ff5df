import { randomBytes } from 'node:crypto'
import type { Chain } from '../../src/chain/chain.ts'
import { clientVersion } from '../../src/node/clientVersion.ts'
import { type OpenPeeringParts, openPeering } from '../../src/peers/network/openPeering.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyPool } from '../../test/peers/lyingPeering.ts'

export interface ServedParts {
  readonly chain: Chain
  readonly store: Store
  /** The name of the program that the nodes say they are. */
  readonly client?: string
  readonly options?: Partial<OpenPeeringParts['options']>
}

/** Opens nodes that serve a chain to peers on this machine; returns their enodes. */
export async function servingPeers(
  count: number,
  { chain, store, client = clientVersion(), options }: ServedParts,
): Promise<string[]> {
  const enodes: string[] = []
  for (let peer = 0; peer < count; peer++) {
    const peering = await openPeering({
      chain,
      pool: emptyPool,
      store,
      folder: undefined,
      options: { host: '127.0.0.1', port: 0, ...options },
      clientId: client,
      clock: Date.now,
      nowSeconds: () => Math.floor(Date.now() / 1000),
      randomBytes,
      onError: (error) => console.error(error),
      debug: () => {},
    })
    enodes.push(peering.enode!)
  }
  return enodes
}
