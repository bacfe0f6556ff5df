import { isIPv6 } from 'node:net'

/** An address as people write it: IPv4 in its own form when it comes through an IPv6 socket, and no zone. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address.split('%', 1)[0]!
}

/**
 * What is counted as one source where each may do only so much: an IPv4 address, or the first 64 bits of an
 * IPv6 one, since whoever has one of those has all that begin with the same.
 */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const between = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...between, ...last].slice(0, 4).join(':')
}
