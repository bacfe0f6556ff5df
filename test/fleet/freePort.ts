import { createServer } from 'node:net'

/** Ports below those that systems give to outgoing connections, so that none of these takes a free port away. */
const [lowest, count] = [10_000, 20_000]

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = lowest + Math.floor(Math.random() * count)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
