/** An address in its usual form: IPv4 unmapped when it comes from an IPv6 socket, and without a zone. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address.split('%', 1)[0]!
}
