import { chainStamp } from '../../chain/openChain.ts'
import { upgradeSteps } from '../../chain/upgradeSteps.ts'
import { join } from '../../platform/paths.ts'
import { warnOf } from '../../platform/runtime.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import { StoreFaults } from './storeFaults.ts'

/** The folder of a development chain, whose first block differs from that of the plain local chain. */
export const developmentFolder = 'dev'

export interface DataHomeOptions {
  /**
   * Folder of the chains, the waiting transactions and the keys, with a subfolder for each network; in memory if
   * undefined.
   */
  readonly dataFolder?: string
  /** `none` does not wait for the disk: faster, but a power failure may lose data. */
  readonly flush?: 'commit' | 'none'
  /** As in `NodeOptions`. */
  readonly onError?: (error: unknown) => void
}

/** The place of a node's data. */
export interface DataHome {
  readonly store: Store
  /** Undefined if the data is in memory. */
  readonly folder: string | undefined
  /** Undefined if the data is in memory. */
  readonly faults?: StoreFaults
}

export function openDataHome(
  network: Network,
  { dataFolder, flush = 'commit', onError = warnOf }: DataHomeOptions,
): DataHome {
  if (dataFolder === undefined) return { store: memoryStore(), folder: undefined }
  const path = join(dataFolder, network.isDevelopment ? developmentFolder : network.name)
  const faults = new StoreFaults(onError)
  const { onMergeFailure } = faults
  const store = openStore({ path, ...chainStamp(network), flush, upgradeSteps, runs: { onMergeFailure } })
  return { store, folder: path, faults }
}
