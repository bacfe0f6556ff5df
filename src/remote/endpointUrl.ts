import { Buffer } from '../platform/buffer.ts'
import { reasonOf } from '../primitives/errors.ts'
import type { Headers } from './fleetHeaders.ts'

/** The public nodes of Rootstock, which need no key. */
const publicEndpoints = {
  mainnet: 'https://public-node.rsk.co',
  testnet: 'https://public-node.testnet.rsk.co',
} as const

type PublicEndpoint = keyof typeof publicEndpoints

const isPublicEndpoint = (text: string): text is PublicEndpoint => Object.hasOwn(publicEndpoints, text)

/** The URL of `mainnet`, `testnet` or an HTTP endpoint. Throws a `RangeError` without the text, which may hold a key. */
export function endpointUrl(text: string): URL {
  if (isPublicEndpoint(text)) return new URL(publicEndpoints[text])
  let url: URL
  try {
    url = new URL(text)
  } catch (error) {
    throw new RangeError(`not a URL, "mainnet" or "testnet": ${reasonOf(error)}`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RangeError(`an endpoint is reached over http or https, not ${url.protocol.slice(0, -1)}`)
  }
  return url
}

/**
 * An endpoint as logs, errors and answers show it. Users, passwords, paths and queries may hold API keys, so an ellipsis
 * replaces them.
 */
export function shownEndpoint({ protocol, host, pathname, search, username }: URL): string {
  const isPlain = pathname === '/' && search === '' && username === ''
  return `${protocol}//${host}${isPlain ? '' : '/…'}`
}

/** Shorter parts of a URL are not keys, and may be parts of ordinary words. */
const minimumSecretLength = 4

/** Masks the parts of the endpoint's URL that may be keys in its text. */
export function withoutSecrets(text: string, { username, password, pathname, searchParams }: URL): string {
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()]
  const secrets = parts.flatMap((part) => [part, decodedPart(part)])
  return secrets
    .filter(({ length }) => length >= minimumSecretLength)
    .sort((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '…'), text)
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The user and password of a URL (RFC 7617). */
export function authorizationOf({ username, password }: URL): Headers {
  if (username === '' && password === '') return {}
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { authorization: `Basic ${user.toString('base64')}` }
}
