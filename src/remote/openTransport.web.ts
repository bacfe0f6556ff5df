import { FetchTransport } from './fetchTransport.ts'

export const openTransport: typeof import('./openTransport.ts').openTransport = (parts) =>
  new FetchTransport(parts)
