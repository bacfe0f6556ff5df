import { randomBytes } from 'node:crypto'
import { newToken } from '../../server/admin/adminServer.ts'
import { openUsageFolder, ServedKeys } from '../../server/keys/apiKeyFolder.ts'
import type { ChangeableKeys } from '../../server/keys/keyStore.ts'
import { StoredQuotas } from '../../server/limits/storedQuotas.ts'
import type { Logger } from '../../server/log/logger.ts'
import type { AdminAddress, ServerAccess } from '../../server/server.ts'
import type { SharedState } from '../../server/sharedState.ts'
import { UsageHistory } from '../../server/usage/usageHistory.ts'
import { SharingError } from '../../sharing/sharingError.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import { sharedFailure } from '../configuration/sharedConfiguration.ts'
import type { Endings } from './endings.ts'

export interface OpenedAccess {
  readonly access: ServerAccess
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
  const open: ServerAccess =
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
  const keys = new ServedKeys(configuration.data ?? '')
  endings.add(() => keys.close())
  const quotas = new StoredQuotas({ store: usageStore ?? memoryStore(), report })
  endings.add(() => quotas.close())
  return { access: { mode: 'keys', keys, quotas }, keys, usageStore }
}

function openUsage(configuration: ServiceConfiguration, endings: Endings): Store | undefined {
  const { access, data, role } = configuration
  // One process writes the usage in a folder, and that is not a reader.
  if (data === undefined || role === 'reader') return undefined
  if (access !== 'keys' && !hasAdmin(configuration)) return undefined
  const usageStore = openUsageFolder(data)
  endings.add(() => usageStore.close())
  return usageStore
}

/** Connects to the shared state, if the configuration names one. */
export async function openShared(
  { shared: settings }: Pick<ServiceConfiguration, 'shared'>,
  endings: Endings,
  logger: Logger,
): Promise<SharedState | undefined> {
  if (settings === undefined) return undefined
  const { openSharedState } = await import('../../server/sharedState.ts')
  const shared = await openSharedState(settings, logger).catch((error: unknown) => {
    throw error instanceof SharingError ? sharedFailure(error) : error
  })
  endings.add(() => shared.close())
  return shared
}

/** Whether a server of the configuration has an address for the operator. */
export const hasAdmin = ({ adminPort: shared, networks }: ServiceConfiguration): boolean =>
  [shared, ...networks.map(({ adminPort }) => adminPort)].some((port) => port !== undefined)

/** What the admin addresses of all servers share. */
export interface SharedAdmin extends Omit<AdminAddress, 'port' | 'web'> {
  /** Whether the token was made for this run, so that it must be shown to the operator. */
  readonly isNewToken: boolean
}

/** Without a data folder or shared state the history of usage ends with the process. */
export function openAdmin(
  { adminHost: host, adminToken: token }: ServiceConfiguration,
  { keys, usageStore = memoryStore() }: OpenedAccess,
  shared: Pick<SharedState, 'usage'> | undefined,
  endings: Endings,
  report: (error: unknown) => void,
): SharedAdmin {
  const history = shared?.usage ?? new UsageHistory({ store: usageStore, now: Date.now, report })
  endings.add(() => history.close())
  return { host, keys, history, token: token ?? newToken(randomBytes), isNewToken: token === undefined }
}
