import { Agent, request } from 'node:http'

/** Number of calls that the hostile client keeps open. */
const hostileConnections = 6

/** Sends the bodies repeatedly from the address, forever. */
export async function attackBodies(
  port: number,
  localAddress: string,
  bodies: readonly string[],
): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress })
  const loops = Array.from({ length: hostileConnections }, async () => {
    for (;;) for (const body of bodies) await post(port, agent, body).catch(() => {})
  })
  await Promise.all(loops)
}

/** Reads the answer without keeping it. */
export function post(port: number, agent: Agent, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', agent, headers }, (response) => {
      response.on('error', reject)
      response.on('end', resolve)
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
