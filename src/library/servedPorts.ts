/** Ports of this process: a fact about the process, so nothing resets it. */
export const servedPorts = new Set<number>()

/** Whether a node of this process answers at a URL. */
export function isServedHere(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, port } = new URL(url)
  const isLocal = ['localhost', '[::1]'].includes(hostname) || hostname.startsWith('127.')
  return isLocal && servedPorts.has(Number(port))
}
