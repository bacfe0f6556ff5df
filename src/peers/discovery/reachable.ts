import { BlockList, isIP, isIPv6 } from 'node:net'

type Subnet = readonly [network: string, bits: number]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Addresses that are valid only on one machine or one site. */
const localSubnets: readonly Subnet[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
]

/** Addresses that do not belong to a single machine. */
const notUnicastSubnets: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['224.0.0.0', 3],
  ['::', 128],
  ['ff00::', 8],
]

/** Creates the list at first use, because Node takes 8 ms to load its `BlockList`. */
function listOf(subnets: readonly Subnet[]): (address: string) => boolean {
  let list: BlockList | undefined
  return (address) => {
    if (list === undefined) {
      list = new BlockList()
      for (const [network, bits] of subnets) list.addSubnet(network, bits, familyOf(network))
    }
    return list.check(address, familyOf(address))
  }
}

const isLocal = listOf(localSubnets)
const isNotUnicast = listOf(notUnicastSubnets)

/**
 * Whether an address that a node reported may be pinged. Host names are excluded, because they would cause DNS
 * queries, and so are zones, which are valid on one machine only. A node of the public internet cannot report an
 * address of our own site.
 */
export function isReachable(host: string, reporter: string): boolean {
  if (isIP(host) === 0 || host.includes('%') || isNotUnicast(host)) return false
  return !isLocal(host) || isLocal(reporter)
}
