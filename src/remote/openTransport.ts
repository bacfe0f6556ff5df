import { FetchTransport } from './fetchTransport.ts'
import { SocketTransport } from './socketTransport.ts'
import type { Transport, TransportParts } from './transport.ts'

/** Connections to a server that others run. Bun has its own `fetch`, and other sockets than Node. */
export const openTransport = (parts: TransportParts): Transport =>
  'bun' in process.versions ? new FetchTransport(parts) : new SocketTransport({ ...parts, isOfOthers: true })
