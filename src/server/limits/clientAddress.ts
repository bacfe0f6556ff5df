import { isIPv4 } from 'node:net'
import { type AddressBlock, blockAround, sourceOf } from '../../primitives/addresses/addressBlock.ts'
import { parseIpAddress } from '../../primitives/addresses/ipAddress.ts'
import { equalBytes } from '../../primitives/bytes.ts'

/*
 * Limits count clients by the addresses of their machines. All addresses of an IPv6 network of 64 bits are one client,
 * and so are the IPv4 and the IPv6 loopback, between which clients of `localhost` switch.
 */

const ipv6Loopback = '0:0:0:0:0:0:0:1'

/** The name of a client's machine; empty for a socket that is closed. */
export function clientAddress(remoteAddress = ''): string {
  // Its only spelling.
  if (isIPv4(remoteAddress)) return remoteAddress
  const source = sourceOf(remoteAddress)
  return source === ipv6Loopback ? '127.0.0.1' : source
}

/** Whether a client of this name runs on the server's machine, as programs of its operator and reverse proxies do. */
export const isOwnMachine = (address: string): boolean => address.startsWith('127.')

/*
 * A reverse proxy hides the machines of its clients. From proxies that the operator trusts, the header
 * `X-Forwarded-For` names them; from others it could say anything, and is ignored.
 */

/** Addresses of reverse proxies. */
export type TrustedProxies = readonly AddressBlock[]

/** Clients of IPv6 are counted by these bits, and proxies are recognised by them. */
const countedBits = 64

/** An address, or a block as `10.0.0.0/8`; undefined for other texts. */
export function parseProxy(text: string): AddressBlock | undefined {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bytes = parseIpAddress(address)
  if (bytes === undefined) return undefined
  const length = 8 * bytes.length
  const wanted = bits === undefined ? length : Number(bits)
  if (wanted > length) return undefined
  return blockAround(bytes, bytes.length === 4 ? wanted : Math.min(wanted, countedBits))
}

/**
 * The client behind trusted proxies: the last address of the header that is not a proxy's. `address` names the machine
 * that is connected.
 */
export function forwardedAddress(
  header: string | readonly string[] | undefined,
  address: string,
  proxies: TrustedProxies,
): string {
  const hops = (typeof header === 'string' ? [header] : (header ?? [])).flatMap((line) => line.split(','))
  let client = address
  while (isTrusted(client, proxies)) {
    const hop = hops.pop()?.trim() ?? ''
    if (parseIpAddress(hop) === undefined) break
    client = clientAddress(hop)
  }
  return client
}

/** Whether an address is that of a trusted proxy. */
export function isTrusted(address: string, proxies: TrustedProxies): boolean {
  if (proxies.length === 0) return false
  const bytes = parseIpAddress(address)
  return (
    bytes !== undefined &&
    proxies.some(
      ({ base, bits }) => base.length === bytes.length && equalBytes(blockAround(bytes, bits).base, base),
    )
  )
}
