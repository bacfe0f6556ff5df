import { SharingError } from './sharingError.ts'

/** A server, and the user and password for it. */
export interface SharedServer {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
  readonly database: number
  readonly username: string | undefined
  readonly password: string | undefined
}

/**
 * Where the shared state is. `list`: the one server of the list that is a primary. `sentinel`: the primary that one of
 * these Sentinels names. `cluster`: all primaries of the cluster to which these servers belong.
 */
export type SharedAddress =
  | { readonly kind: 'list' | 'cluster'; readonly servers: readonly SharedServer[] }
  | {
      readonly kind: 'sentinel'
      readonly servers: readonly SharedServer[]
      /** The name of the primary in the settings of the Sentinels. */
      readonly primary: string
    }

const defaultPort = 6379
const defaultSentinelPort = 26_379
const maximumServers = 16
const highestDatabase = 15
const maximumName = 128

/**
 * Reads `redis://user:password@host:port/database`, several of them separated by commas,
 * `redis+sentinel://user:password@host:port,host:port/name/database` or
 * `redis+cluster://user:password@host:port,host:port`. `rediss` encrypts.
 */
export function parseAddress(text: string): SharedAddress {
  const [, encryption, kind, rest] = /^redis(s?)\+(sentinel|cluster):\/\/(.*)$/s.exec(text.trim()) ?? []
  if (encryption === undefined || rest === undefined) {
    return { kind: 'list', servers: addressesIn(text).map(parseServer) }
  }
  // A comma in a user or password is percent-encoded, as in any list of addresses.
  const user = rest.slice(0, rest.lastIndexOf('@') + 1)
  const [hosts = '', ...path] = rest.slice(user.length).split('/')
  const parse = (host: string, database: string): SharedServer =>
    parseServer(`redis${encryption}://${user}${host}/${database}`)
  if (kind === 'cluster') {
    if (path.join('') !== '') throw wrong('names a database, which a cluster does not have')
    return { kind: 'cluster', servers: addressesIn(hosts).map((host) => parse(host, '')) }
  }
  const [name = '', database = '', ...more] = path
  const primary = decoded(name)
  if (primary === '' || primary.length > maximumName || more.length > 0) {
    throw wrong('does not name the primary, as redis+sentinel://host:26379/name')
  }
  const servers = addressesIn(hosts).map((host) =>
    parse(/:\d+$/.test(host) ? host : `${host}:${defaultSentinelPort}`, database),
  )
  return { kind: 'sentinel', servers, primary }
}

/** The name of a server in messages. */
export const nameOfServer = ({ host, port }: Pick<SharedServer, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

function addressesIn(text: string): string[] {
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.length > maximumServers) throw wrong(`has more than ${maximumServers} servers`)
  return addresses
}

function parseServer(text: string): SharedServer {
  const url = parseUrl(text)
  const { protocol, hostname, port, pathname, search, hash } = url
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw wrong('does not begin with redis://, rediss://, redis+sentinel:// or redis+cluster://')
  if (hostname === '') throw wrong('names no host')
  if (search !== '' || hash !== '') throw wrong('has parameters, which are not supported')
  const database = pathname === '' || pathname === '/' ? 0 : databaseIn(pathname.slice(1))
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
    isEncrypted: protocol === 'rediss:',
    database,
    username: url.username === '' ? undefined : decoded(url.username),
    password: url.password === '' ? undefined : decoded(url.password),
  }
}

/** The text is not repeated in messages, because it may hold a password. */
function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw wrong('is not a URL such as redis://host:6379')
  }
}

function databaseIn(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (number <= highestDatabase) return number
  throw wrong(`names a database that is not a number from 0 to ${highestDatabase}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('has a user, password or name that is not percent-encoded')
  }
}

const wrong = (problem: string): SharingError =>
  new SharingError('address', `the address of the shared state ${problem}`)
