import { createServer } from 'node:net'

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  await new Promise((resolve) => server.close(resolve))
  return address.port
}
