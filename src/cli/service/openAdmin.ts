import { randomBytes } from 'node:crypto'
import { newToken } from '../../server/admin/adminServer.ts'
import type { AdminAddress } from '../../server/server.ts'
import type { SharedState } from '../../server/sharedState.ts'
import { UsageHistory } from '../../server/usage/usageHistory.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Endings } from './endings.ts'
import type { OpenedAccess } from './openAccess.ts'

/** What the admin addresses of all servers share. */
export interface SharedAdmin extends Omit<AdminAddress, 'port' | 'web'> {
  /** Whether the token was made for this run, so that the operator must be told. */
  readonly isNewToken: boolean
}

/** Without a data folder or shared state the history of usage ends with the process. */
export function openAdmin(
  { admin: { host, token } }: ServiceConfiguration,
  { keys, usageStore = memoryStore() }: OpenedAccess,
  shared: Pick<SharedState, 'usage'> | undefined,
  endings: Endings,
  report: (error: unknown) => void,
): SharedAdmin {
  const history = shared?.usage ?? new UsageHistory({ store: usageStore, now: Date.now, report })
  endings.add(() => history.close())
  return { host, keys, history, token: token ?? newToken(randomBytes), isNewToken: token === undefined }
}
