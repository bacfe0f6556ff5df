import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The strictest policy with which WebAssembly runs: no inline scripts, no `eval`, and of other hosts the given ones. */
export const strictPolicy = (...hosts: readonly string[]): string =>
  `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src ${["'self'", ...hosts].join(' ')}`

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
}

export interface PageServer {
  readonly url: string
  /** Answers nothing from now on, as a page sees it that has lost its server. */
  close(): Promise<void>
}

/** Serves an empty page at `/` under a strict policy, and what `read` finds for other paths. */
export async function servePages(
  read: (path: string) => string | Uint8Array | undefined,
  headers: Readonly<Record<string, string>> = { 'content-security-policy': strictPolicy() },
): Promise<PageServer> {
  const answer = (response: ServerResponse, path: string): void => {
    const content = path === '/' ? (read('/index.html') ?? '<!doctype html><title>page</title>') : read(path)
    if (content === undefined) response.writeHead(404).end()
    else {
      const name = path === '/' ? 'index.html' : path
      const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain'
      response.writeHead(200, { 'content-type': type, ...headers }).end(content)
    }
  }
  const server = createServer(({ url = '/' }, response) =>
    answer(response, new URL(url, 'http://x').pathname),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
