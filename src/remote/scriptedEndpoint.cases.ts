import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly method: string
  readonly params: readonly unknown[]
  readonly id: unknown
}

const selfSigned = readFileSync(new URL('localhost.pem', import.meta.url))

/** Answers one HTTP request: the requests of its body, and the response to write. */
export type Script = (requests: readonly ReceivedRequest[], response: ServerResponse) => void

/** A real HTTP server whose answers a test scripts: one script after the other, then the last one again and again. */
export class ScriptedEndpoint {
  readonly bodies: (readonly ReceivedRequest[])[] = []
  readonly headers: IncomingMessage['headers'][] = []
  connections = 0
  readonly #server: Server
  readonly #scripts: Script[]

  private constructor(scripts: readonly Script[], isSecure: boolean) {
    this.#scripts = [...scripts]
    const serve = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#serve(request, response)
    this.#server = isSecure
      ? createTlsServer({ cert: selfSigned, key: selfSigned }, serve)
      : createServer(serve)
    this.#server.on(isSecure ? 'secureConnection' : 'connection', () => this.connections++)
  }

  static async open(...scripts: Script[]): Promise<ScriptedEndpoint> {
    return new ScriptedEndpoint(scripts, false).#listen()
  }

  /** Over TLS, with a certificate that no authority has signed. */
  static async openSecure(...scripts: Script[]): Promise<ScriptedEndpoint> {
    return new ScriptedEndpoint(scripts, true).#listen()
  }

  get url(): URL {
    const { port } = this.#server.address() as AddressInfo
    const protocol = this.#server instanceof TlsServer ? 'https' : 'http'
    return new URL(`${protocol}://127.0.0.1:${port}/secret-key`)
  }

  async #listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += chunk
    const body: ReceivedRequest | ReceivedRequest[] = JSON.parse(text)
    const requests = Array.isArray(body) ? body : [body]
    this.bodies.push(requests)
    this.headers.push(request.headers)
    const script = this.#scripts.length > 1 ? this.#scripts.shift()! : this.#scripts[0]!
    script(requests, response)
  }
}

/** Answers every call with the value for it, in reverse order of a batch. */
export const answering =
  (valueFor: (request: ReceivedRequest) => unknown): Script =>
  (requests, response) => {
    const answers = requests.map((request) => ({ jsonrpc: '2.0', id: request.id, result: valueFor(request) }))
    response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers.reverse()))
  }

export const withStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Script =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Breaks the connection in the middle of an answer. */
export const breaking: Script = (_, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"jsonrpc":')
  setImmediate(() => response.destroy())
}

/** Never answers. */
export const silent: Script = () => {}
