import { type ConnectionParts, RedisConnection } from './redisConnection.ts'
import { nameOfServer, type SharedServer } from './sharedAddress.ts'
import { listReply, numberReply, textReply } from './sharedScript.ts'
import { SharingError } from './sharingError.ts'

/**
 * Asks a Sentinel for the primary of a name. Whether that server is a primary is for the caller to check, because a
 * Sentinel may not have heard of a failover (https://redis.io/docs/latest/develop/reference/sentinel-clients/).
 */
export async function askSentinel(
  sentinel: SharedServer,
  primary: string,
  parts: ConnectionParts,
): Promise<SharedServer> {
  const reply = await replyOf(sentinel, ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', primary], parts)
  const where = nameOfServer(sentinel)
  if (reply === null) {
    throw new SharingError('address', `the Sentinel ${where} watches no primary ${JSON.stringify(primary)}`)
  }
  const [host, port] = listReply(reply, 'the reply of a Sentinel')
  return {
    ...sentinel,
    host: textReply(host, 'the reply of a Sentinel'),
    port: numberReply(port, 'the reply of a Sentinel'),
  }
}

/** Most Sentinels have no password; one that requires a password gets that of the primary. */
async function replyOf(
  sentinel: SharedServer,
  words: readonly string[],
  parts: ConnectionParts,
): Promise<unknown> {
  // A Sentinel has no databases.
  const withPassword = { ...sentinel, database: 0 }
  const withoutPassword = { ...withPassword, username: undefined, password: undefined }
  try {
    return await askOnce(withoutPassword, words, { ...parts, password: undefined })
  } catch (error) {
    const isRefused = error instanceof SharingError && error.problem === 'refused'
    if (!isRefused || (parts.password ?? sentinel.password) === undefined) throw error
    return await askOnce(withPassword, words, parts)
  }
}

async function askOnce(
  sentinel: SharedServer,
  words: readonly string[],
  parts: ConnectionParts,
): Promise<unknown> {
  const connection = await RedisConnection.open('server', sentinel, parts)
  try {
    return await connection.send(words)
  } catch (error) {
    const isOther = error instanceof SharingError && error.reply?.startsWith('ERR unknown command')
    if (!isOther) throw error
    throw new SharingError('address', `${nameOfServer(sentinel)} is not a Sentinel: use redis://`)
  } finally {
    connection.close()
  }
}
