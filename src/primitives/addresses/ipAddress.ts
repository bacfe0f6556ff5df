import { isIPv4, isIPv6 } from '../../platform/ipText.ts'

/*
 * Addresses as bytes: 4 for IPv4, 16 for IPv6. A mapped IPv4 address (`::ffff:1.2.3.4`), as IPv6 sockets report it,
 * becomes the IPv4 address, so that one host has one score and one rate.
 */

const mappedPrefix = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff)

/** The bytes of a literal address; undefined for other text, such as a host name. */
export function parseIpAddress(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return ipv4Bytes(text)
  const literal = text.replace(/%.*$/, '')
  if (!isIPv6(literal)) return undefined
  const bytes = ipv6Bytes(literal)
  return mappedPrefix.every((byte, index) => bytes[index] === byte) ? bytes.slice(12) : bytes
}

const ipv4Bytes = (text: string): Uint8Array => Uint8Array.from(text.split('.'), Number)

function ipv6Bytes(text: string): Uint8Array {
  const [head = '', tail] = text.split('::')
  const front = groupBytes(head)
  const back = groupBytes(tail ?? '')
  const bytes = new Uint8Array(16)
  bytes.set(front)
  bytes.set(back, 16 - back.length)
  return bytes
}

function groupBytes(groups: string): number[] {
  if (groups === '') return []
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return [...ipv4Bytes(group)]
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** Dotted, or eight groups of hex without shortening, as the reference node writes them. */
export function formatIpAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  return Array.from({ length: 8 }, (_, group) =>
    ((bytes[2 * group]! << 8) | bytes[2 * group + 1]!).toString(16),
  ).join(':')
}

/** One text for each address; text that is not a literal address is returned unchanged. */
export function canonicalAddress(text: string): string {
  const bytes = parseIpAddress(text)
  return bytes === undefined ? text : formatIpAddress(bytes)
}

export const isLoopback = (bytes: Uint8Array): boolean =>
  bytes.length === 4 ? bytes[0] === 127 : bytes[15] === 1 && bytes.subarray(0, 15).every((byte) => byte === 0)

/** Whether a socket that listens on this address listens on all interfaces of the machine. */
export const isUnspecified = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)
