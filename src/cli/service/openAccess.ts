import { openUsageFolder, ServedKeys } from '../../server/keys/keyFolder.ts'
import type { ChangeableKeys } from '../../server/keys/keyStore.ts'
import { StoredQuotas } from '../../server/limits/storedQuotas.ts'
import type { Logger } from '../../server/log/log.ts'
import type { Access } from '../../server/server.ts'
import { openSharedState, type SharedState } from '../../server/sharedState.ts'
import { SharingError } from '../../sharing/sharingError.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import { sharedFailure } from '../configuration/sharedFailure.ts'
import type { Endings } from './endings.ts'
import { hasAdmin } from './hasAdmin.ts'

export interface OpenedAccess {
  readonly access: Access
  /** Undefined unless clients need keys. */
  readonly keys: ChangeableKeys | undefined
  /** Where usage is kept; undefined when all data is in memory. */
  readonly usageStore: Store | undefined
}

/** Opens the keys, if clients need them, and the store of usage. `shared` takes the place of the data folder. */
export function openAccess(
  configuration: ServiceConfiguration,
  shared: SharedState | undefined,
  endings: Endings,
  report: (error: unknown) => void,
): OpenedAccess {
  // The configuration was checked: an open server on a public address is the operator's choice.
  const open: Access =
    configuration.access === 'fleet'
      ? { mode: 'fleet' }
      : { mode: 'open', isPublic: true, ...(shared !== undefined && { rates: shared.rates }) }
  const needsKeys = configuration.access === 'keys'
  const usageStore = openUsage(configuration, endings)
  if (!needsKeys) return { access: open, keys: undefined, usageStore }
  if (shared !== undefined) {
    const { keys, quotas, rates } = shared
    return { access: { mode: 'keys', keys, quotas, rates }, keys, usageStore }
  }
  const keys = openKeys(configuration, endings)
  const quotas = new StoredQuotas({ store: usageStore ?? memoryStore(), report })
  endings.add(() => quotas.close())
  return { access: { mode: 'keys', keys, quotas }, keys, usageStore }
}

function openUsage(configuration: ServiceConfiguration, endings: Endings): Store | undefined {
  const { access, dataFolder, role } = configuration
  // One process writes the usage in a folder, and that is not a reader.
  if (dataFolder === undefined || role === 'reader') return undefined
  if (access !== 'keys' && !hasAdmin(configuration)) return undefined
  const usageStore = openUsageFolder(dataFolder)
  endings.add(() => usageStore.close())
  return usageStore
}

function openKeys({ dataFolder = '' }: ServiceConfiguration, endings: Endings): ServedKeys {
  const keys = new ServedKeys(dataFolder)
  endings.add(() => keys.close())
  return keys
}

/** Connects to the shared state, if the configuration names one. */
export async function openShared(
  { shared: settings }: Pick<ServiceConfiguration, 'shared'>,
  endings: Endings,
  logger: Logger,
): Promise<SharedState | undefined> {
  if (settings === undefined) return undefined
  const shared = await openSharedState(settings, logger).catch((error: unknown) => {
    throw error instanceof SharingError ? sharedFailure(error) : error
  })
  endings.add(() => shared.close())
  return shared
}
