import { Client } from '../rpc/client.ts'
import type { Answering } from '../rpc/running.ts'

export interface LoadBounds {
  readonly seconds: number
  readonly connections: number
  /** Requests of each connection. */
  readonly requests?: number
}

/** Answers per second to one request that is repeated over plain sockets, each with one request in flight. */
export async function load({ url }: Answering, body: string, bounds: LoadBounds): Promise<number> {
  const { seconds, connections, requests = Number.POSITIVE_INFINITY } = bounds
  const clients = Array.from({ length: connections }, () => new Client(url))
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  const counts = await Promise.all(
    clients.map(async (client) => {
      const request = client.requestOf(body)
      let count = 0
      do {
        await client.exchange(request)
        count++
      } while (count < requests && performance.now() < end)
      return count
    }),
  )
  const elapsed = performance.now() - startedAt
  for (const client of clients) client.close()
  return (1_000 * counts.reduce((sum, count) => sum + count, 0)) / elapsed
}
