import { openUsageFolder } from '../../server/keys/keyFolder.ts'
import { ServedKeys } from '../../server/keys/servedKeys.ts'
import { StoredQuotas } from '../../server/limits/storedQuotas.ts'
import type { Access } from '../../server/server.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Endings } from './endings.ts'

/** Opens the keys of the data folder and the store of their usage, unless access is open. */
export function openAccess(
  { access, dataFolder }: ServiceConfiguration,
  endings: Endings,
  report: (error: unknown) => void,
): Access {
  // The configuration was checked: an open server on a public address is the operator's choice.
  if (access === 'open' || dataFolder === undefined) return { mode: 'open', isPublic: true }
  const keys = new ServedKeys(dataFolder)
  endings.add(() => keys.close())
  const usageStore = openUsageFolder(dataFolder)
  endings.add(() => usageStore.close())
  const quotas = new StoredQuotas({ store: usageStore, report })
  endings.add(() => quotas.close())
  return { mode: 'keys', keys, quotas }
}
