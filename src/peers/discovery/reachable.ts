import { BlockList, isIP, isIPv6 } from 'node:net'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Addresses that mean something on one machine or one site only. */
const local = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  local.addSubnet(network, bits, familyOf(network))
}

/** Addresses of no single machine. */
const nobody = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['224.0.0.0', 3],
  ['::', 128],
  ['ff00::', 8],
] as const) {
  nobody.addSubnet(network, bits, familyOf(network))
}

/**
 * Whether an address that a node told us is worth a packet. It must be an address, as names would let others
 * make us ask DNS, and without a zone, which only our own machine can know; and a node of the open internet may
 * not point us at machines of our own site.
 */
export function isReachable(host: string, teller: string): boolean {
  if (isIP(host) === 0 || host.includes('%') || nobody.check(host, familyOf(host))) return false
  return !local.check(host, familyOf(host)) || local.check(teller, familyOf(teller))
}
