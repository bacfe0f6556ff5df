import { join } from 'node:path'
import { genesisBlock } from '../protocol/genesis.ts'
import type { Network } from '../protocol/networks/network.ts'
import { memoryStore } from '../store/memoryStore.ts'
import type { Store } from '../store/store.ts'
import type { NodeOptions } from './options.ts'

/** Where a node keeps its data. */
export interface DataHome {
  readonly store: Store
  /** Undefined when everything is in memory only. */
  readonly folder: string | undefined
}

export async function openDataHome(
  network: Network,
  { dataFolder, sync = 'commit' }: Pick<NodeOptions, 'dataFolder' | 'sync'>,
): Promise<DataHome> {
  if (dataFolder === undefined) return { store: memoryStore(), folder: undefined }
  // LMDB is a native module: a chain in memory starts without it.
  const { openStore } = await import('../store/openStore.ts')
  const path = join(dataFolder, network.name)
  const genesisHash = genesisBlock(network).header.hash
  const store = openStore({ path, network: network.name, genesisHash, sync })
  return { store, folder: path }
}
