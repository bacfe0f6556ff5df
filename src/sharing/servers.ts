import { SharingError } from './errors.ts'

/** One server of a list of which one is the primary. */
export interface SharedServer {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
  readonly database: number
  readonly username: string | undefined
  readonly password: string | undefined
}

const defaultPort = 6379
const mostServers = 16
const highestDatabase = 15

/** Reads `redis://user:password@host:port/database`, several of them separated by commas. */
export function parseServers(text: string): readonly SharedServer[] {
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.length > mostServers) throw wrong(`has more than ${mostServers} servers`)
  return addresses.map(parseServer)
}

/** The name of a server in messages. */
export const nameOfServer = ({ host, port }: Pick<SharedServer, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

function parseServer(text: string): SharedServer {
  const url = parseUrl(text)
  const { protocol, hostname, port, pathname, search, hash } = url
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw wrong('does not begin with redis:// or rediss://')
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
    throw wrong('is not a URL as redis://host:6379')
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
    throw wrong('has a user or password that is not percent-encoded')
  }
}

const wrong = (problem: string): SharingError =>
  new SharingError('address', `the address of the shared state ${problem}`)
