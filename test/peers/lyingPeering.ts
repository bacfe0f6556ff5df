import { randomBytes } from 'node:crypto'
import type { Chain } from '../../src/chain/chain.ts'
import type { GossipPool } from '../../src/peers/gossip/transactionIntake.ts'
import { openPeering } from '../../src/peers/network/openPeering.ts'
import type { Peering } from '../../src/peers/network/peering.ts'
import type { PeeringOptions } from '../../src/peers/network/peeringSettings.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'

export const emptyPool: GossipPool = {
  add: () => ({ status: 'rejected', rejection: { reason: 'the pool is closed' } }),
  get: () => undefined,
  localTransactions: () => [],
  onPending: () => () => {},
}

/** A node that serves a chain with some of its methods replaced. */
export function openLiar(
  chain: Chain,
  lies: Partial<Pick<Chain, 'wholeState' | 'block' | 'totalDifficulty'>>,
  options: PeeringOptions,
): Promise<Peering> {
  const told = new Proxy(chain, {
    get(target, name) {
      const value: unknown = Reflect.get(name in lies ? lies : target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return openPeering({
    chain: told,
    pool: emptyPool,
    store: memoryStore(),
    folder: undefined,
    options: { port: 0, ...options },
    clientId: 'Cambium/0/liar',
    clock: Date.now,
    nowSeconds: () => Math.floor(Date.now() / 1000),
    randomBytes,
    onError: () => {},
    debug: () => {},
  })
}
