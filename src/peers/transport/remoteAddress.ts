/** An address as people write it: IPv4 in its own form when it comes through an IPv6 socket, and no zone. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address.split('%', 1)[0]!
}
