import type { SharedAddress, SharedServer } from './address.ts'
import { openClusterSession } from './clusterSession.ts'
import { openPrimarySession } from './primarySession.ts'
import { askSentinel } from './sentinel.ts'
import type { Session, SessionParts } from './session.ts'

/** Reaches the shared state through one server of its address. Rejects with `SharingError`. */
export async function openSession(
  address: SharedAddress,
  server: SharedServer,
  parts: SessionParts,
): Promise<Session> {
  if (address.kind === 'sentinel') {
    return openPrimarySession(await askSentinel(server, address.primary, parts), parts)
  }
  return address.kind === 'cluster' ? openClusterSession(server, parts) : openPrimarySession(server, parts)
}
