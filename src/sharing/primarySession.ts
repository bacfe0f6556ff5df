import { nameOfServer, type SharedServer } from './address.ts'
import type { Connection } from './connection.ts'
import { SharingError } from './errors.ts'
import { listReply, textReply } from './replies.ts'
import type { Session, SessionParts } from './session.ts'
import { SessionConnections } from './sessionConnections.ts'

/** Connects to a server, which must be a primary and hold all of the state. Rejects with `SharingError`. */
export async function openPrimarySession(server: SharedServer, parts: SessionParts): Promise<Session> {
  const connections = new SessionConnections(parts)
  try {
    const [commands] = await Promise.all([connections.open(server), connections.listen(server)])
    await checkRole(commands)
    return {
      name: nameOfServer(server),
      send: (words) => sendOutsideCluster(connections, commands, words),
      close: () => connections.close(),
    }
  } catch (error) {
    connections.close()
    throw error
  }
}

async function checkRole(connection: Connection): Promise<void> {
  const [role] = listReply(await connection.send(['ROLE']), 'ROLE')
  if (textReply(role, 'ROLE') === 'master') return
  throw new SharingError('away', `${nameOfServer(connection.server)} is a replica`)
}

async function sendOutsideCluster(
  connections: SessionConnections,
  connection: Connection,
  words: readonly string[],
): Promise<unknown> {
  try {
    return await connections.send(connection, words)
  } catch (error) {
    if (!(error instanceof SharingError && error.reply?.startsWith('MOVED '))) throw error
    const where = nameOfServer(connection.server)
    throw new SharingError(
      'address',
      `${where} is part of a cluster: write its address as redis+cluster://${where}`,
    )
  }
}
