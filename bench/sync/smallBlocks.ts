import type { Chain } from '../../src/chain/chain.ts'
import { chainStamp } from '../../src/chain/openChain.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { BlockProducer } from '../import/blockProducer.ts'
import { numberedAddress, richSender } from '../import/senders.ts'

const stamp = chainStamp(regtest)

/** A chain of blocks with one transfer each, to accounts in turn. */
export function smallBlocksIn(store: Store, count: number, accounts = count): Chain {
  const producer = new BlockProducer(store)
  const sender = richSender()
  for (let number = 1; number <= count; number++)
    producer.produce([sender.sign({ to: numberedAddress(number % accounts), value: 1n, gas: 21_000 })])
  return producer.chain
}

/** Makes the chain in a folder, for several processes. */
export function makeSmallBlocks(path: string, count: number, accounts = count): void {
  const store = openStore({ ...stamp, path, flush: 'none' })
  smallBlocksIn(store, count, accounts)
  store.close()
}

export const readSmallBlocks = (path: string): Store => openStore({ ...stamp, path, readOnly: true })
