import { Agent, request } from 'node:http'

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Sends requests to one program over one connection that stays open. */
export class Client {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(port: number) {
    this.#port = port
  }

  async ask(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { result, error }: Answer = JSON.parse(await this.post(body))
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async text(method: string, params: readonly unknown[] = []): Promise<string> {
    const result = await this.ask(method, params)
    if (typeof result !== 'string') throw new Error(`${method} answers ${JSON.stringify(result)}`)
    return result
  }

  post(body: string): Promise<string> {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const options = { port: this.#port, agent: this.#agent, headers, host: '127.0.0.1', method: 'POST' }
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve(Buffer.concat(parts).toString()))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
