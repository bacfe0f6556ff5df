import { type AddressBlock, blockAround } from '../../primitives/addresses/addressBlock.ts'
import { isLoopback, isUnspecified, parseIpAddress } from '../../primitives/addresses/ipAddress.ts'

/** One address, or a block of them. */
export type BanTarget =
  | { readonly kind: 'address'; readonly address: Uint8Array }
  | { readonly kind: 'block'; readonly block: AddressBlock }

/** Finds the address of a host; undefined when it has no address. */
export type HostLookup = (host: string) => Promise<string | undefined>

/** The text is not an address, block or host that can be banned. */
export class InvalidBanTarget extends Error {
  override readonly name = 'InvalidBanTarget'

  constructor(text: string) {
    super(`invalid banned address ${text}`)
  }
}

/** Reads an address, a block as `address/bits`, or a host name, which is resolved to its current address. */
export async function resolveBanTarget(text: string, lookup: HostLookup): Promise<BanTarget> {
  const [host = '', bits, ...rest] = text.split('/')
  const address = await addressOf(host, lookup)
  if (address === undefined || rest.length > 0) throw new InvalidBanTarget(text)
  // Nodes on this machine cannot be banned.
  if (isLoopback(address) || isUnspecified(address)) throw new InvalidBanTarget(text)
  if (bits === undefined) return { kind: 'address', address }
  const count = /^[0-9]{1,3}$/.test(bits) ? Number(bits) : 0
  if (count < minimumBits(address) || count > 8 * address.length) throw new InvalidBanTarget(text)
  return { kind: 'block', block: blockAround(address, count) }
}

/** A ban covers at most 1/256 of all IPv4 addresses, or the IPv6 addresses of one provider. */
const minimumBits = (address: Uint8Array): number => (address.length === 4 ? 8 : 32)

async function addressOf(host: string, lookup: HostLookup): Promise<Uint8Array | undefined> {
  const literal = parseIpAddress(host)
  if (literal !== undefined || host === '') return literal
  const found = await lookup(host)
  return found === undefined ? undefined : parseIpAddress(found)
}
