import { Client } from '../rpc/client.ts'

// attackerProcess.ts URL ADDRESS BODIES: keeps calls open from an address until it is killed. A separate process, so
// that reading long answers does not delay the measured client.

/** Number of calls that the hostile client keeps open. */
const hostileConnections = 6

const [url = '', address = '', bodies = ''] = process.argv.slice(2)
process.send?.('started')
const clients = Array.from({ length: hostileConnections }, () => new Client(url, address))
await Promise.all(
  clients.map(async (client) => {
    const requests = (JSON.parse(bodies) as string[]).map((body) => client.requestOf(body))
    for (;;) for (const request of requests) await client.exchange(request).catch(() => {})
  }),
)
