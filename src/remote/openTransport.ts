import { FetchTransport } from './fetchTransport.ts'
import type { Transport, TransportParts } from './transport.ts'
import { UndiciTransport } from './undiciTransport.ts'

/** Connections to a server that others run. Bun replaces `undici` by a few of its functions, without pools that close. */
export const openTransport = (parts: TransportParts): Transport =>
  'bun' in process.versions ? new FetchTransport(parts) : new UndiciTransport(parts)
