import { readFileSync } from 'node:fs'

/** Files of the process besides connections of clients: data files, logs, threads, peers, other nodes. */
const reservedFiles = 256
const leastConnections = 16

export interface AdmittedConnections {
  readonly connections: number
  /** Set when the process may open far too few files for the connections that the settings allow. */
  readonly warning?: string
}

/**
 * The connections to admit, fewer than `wanted` where the process may open too few files. At the system's limit, Node closes new
 * connections without a word; at the server's own, the oldest connection makes room, which is logged and counted.
 */
export function admittedConnections(wanted: number, openFiles = maximumOpenFiles()): AdmittedConnections {
  const connections = Math.max(leastConnections, openFiles - reservedFiles)
  if (connections >= wanted / 2) return { connections: Math.min(connections, wanted) }
  const warning = `limits.connections is ${wanted}, but the process may open ${openFiles} files: it admits ${connections} connections; raise the limit with ulimit -n, or LimitNOFILE of systemd`
  return { connections, warning }
}

/** Infinite where the system does not tell it as Linux does. Node raises the soft limit to the hard one at its start. */
function maximumOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
