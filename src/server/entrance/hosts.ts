import { isIP } from 'node:net'

export type AllowedHosts = '*' | readonly string[]

/** `localhost` and the addresses that only the machine itself can reach. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase()
  if (name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

/**
 * Whether a server answers requests with this `Host`. A web site can make its own name point to 127.0.0.1 (DNS
 * rebinding), and its scripts can then reach the server as their own site; only the name in `Host` shows that. Programs
 * that send no `Host` are not browsers.
 */
export function isAllowedHost(header: string | undefined, allowed: AllowedHosts | 'loopback'): boolean {
  if (header === undefined || header === '' || allowed === '*') return true
  const name = hostName(header)
  if (allowed === 'loopback') return isLoopback(name)
  return allowed.includes(name)
}

/** The name without the port and the brackets of IPv6. */
function hostName(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(header)
  return (bracketed?.[1] ?? header.replace(/:\d*$/, '')).toLowerCase()
}
