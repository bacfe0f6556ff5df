import { createServer } from 'node:net'

/** Calls `work` while a port of the loopback address is in use by another server. */
export async function withTakenPort<Result>(work: (port: string) => Promise<Result>): Promise<Result> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  try {
    return await work(String(address.port))
  } finally {
    server.close()
  }
}
