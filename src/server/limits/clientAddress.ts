import { sourceOf } from '../../primitives/addresses/addressBlock.ts'

/*
 * Limits count clients by the addresses of their machines. All addresses of an IPv6 network of 64 bits are one client,
 * and so are the IPv4 and the IPv6 loopback, between which clients of `localhost` switch.
 */

const ipv6Loopback = '0:0:0:0:0:0:0:1'

/** The name of a client's machine; empty for a socket that is closed. */
export function clientAddress(remoteAddress = ''): string {
  const source = sourceOf(remoteAddress)
  return source === ipv6Loopback ? '127.0.0.1' : source
}

/** Whether a client of this name runs on the server's machine, as programs of its operator and reverse proxies do. */
export const isOwnMachine = (address: string): boolean => address.startsWith('127.')
