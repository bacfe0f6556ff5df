import { openUsageFolder } from '../../server/keys/keyFolder.ts'
import { ServedKeys } from '../../server/keys/servedKeys.ts'
import { StoredQuotas } from '../../server/limits/storedQuotas.ts'
import type { Access } from '../../server/server.ts'
import type { Store } from '../../store/store.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Endings } from './endings.ts'
import { hasAdmin } from './hasAdmin.ts'

export interface OpenedAccess {
  readonly access: Access
  /** Undefined unless clients need keys. */
  readonly keys: ServedKeys | undefined
  /** Where usage is kept; undefined when all data is in memory. */
  readonly usageStore: Store | undefined
}

/** Opens the keys of the data folder, if clients need them, and the store of usage. */
export function openAccess(
  configuration: ServiceConfiguration,
  endings: Endings,
  report: (error: unknown) => void,
): OpenedAccess {
  const { access, dataFolder } = configuration
  // The configuration was checked: an open server on a public address is the operator's choice.
  const open: Access = { mode: 'open', isPublic: true }
  const needsKeys = access === 'keys'
  if (dataFolder === undefined || (!needsKeys && !hasAdmin(configuration))) {
    return { access: open, keys: undefined, usageStore: undefined }
  }
  const usageStore = openUsageFolder(dataFolder)
  endings.add(() => usageStore.close())
  if (!needsKeys) return { access: open, keys: undefined, usageStore }
  const keys = new ServedKeys(dataFolder)
  endings.add(() => keys.close())
  const quotas = new StoredQuotas({ store: usageStore, report })
  endings.add(() => quotas.close())
  return { access: { mode: 'keys', keys, quotas }, keys, usageStore }
}
