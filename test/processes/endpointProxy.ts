import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request of a light client: one call or a batch. */
export interface ProxiedCall {
  readonly method: string
  readonly params: readonly unknown[]
}

export interface EndpointProxy {
  /** `http://127.0.0.1:PORT`; every path leads to the node. */
  readonly url: string
  close(): void
}

/** An endpoint before a node. `reply` answers calls itself with the text that it returns; one that never resolves holds them. */
export async function openEndpointProxy(
  nodeUrl: string,
  reply: (calls: readonly ProxiedCall[]) => Promise<string | undefined>,
): Promise<EndpointProxy> {
  const server = createServer(async (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    await once(request, 'end')
    const parsed: ProxiedCall | readonly ProxiedCall[] = JSON.parse(body)
    const text = await reply(Array.isArray(parsed) ? parsed : [parsed as ProxiedCall])
    response.writeHead(200, { 'content-type': 'application/json' })
    if (text !== undefined) return response.end(text)
    const headers = { 'content-type': 'application/json' }
    return response.end(await (await fetch(nodeUrl, { method: 'POST', headers, body })).text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
