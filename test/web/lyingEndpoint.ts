import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Changes the answer to a method; the text is JSON. */
export type Lie = (answer: string, method: string) => string

export interface LyingEndpoint {
  readonly url: string
  lie: Lie
  close(): Promise<void>
}

const honest: Lie = (answer) => answer

/** Passes requests on to a node, and falsifies its answers. Pages of any origin may ask it. */
export async function openLyingEndpoint(nodeUrl: string): Promise<LyingEndpoint> {
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') {
      response.end()
      return
    }
    const headers = { accept: request.headers.accept ?? '*/*' }
    const options =
      request.method === 'POST'
        ? {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: await bodyOf(request),
          }
        : { headers }
    const answer = await fetch(new URL(request.url ?? '/', nodeUrl), options)
    const text = await answer.text()
    const methods = 'body' in options ? [...options.body.matchAll(/"method":"(\w+)"/g)] : []
    response.writeHead(answer.status, passedOn(answer.headers))
    response.end(methods.reduce((changed, [, method]) => endpoint.lie(changed, method!), text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint: LyingEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: honest,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return endpoint
}

const passedOn = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'content-security-policy'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}
