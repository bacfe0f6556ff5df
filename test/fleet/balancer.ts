import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** Interval of the readiness checks. */
const checkMs = 100

/**
 * A load balancer like those of operators: it checks the readiness of each server, sends requests to the ready ones in turn
 * over kept connections, and repeats no request.
 */
export class Balancer {
  readonly url: string
  /** Requests that got no answer. */
  failures = 0
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #ports: readonly number[]
  readonly #ready = new Set<number>()
  readonly #timer: NodeJS.Timeout
  #turn = 0

  private constructor(server: Server, ports: readonly number[]) {
    this.#server = server
    this.#ports = ports
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#timer = setInterval(() => this.#check(), checkMs)
    server.on('request', (incoming, response) => this.#pass(incoming, response))
  }

  static async over(ports: readonly number[]): Promise<Balancer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Balancer(server, ports)
  }

  get readyCount(): number {
    return this.#ready.size
  }

  close(): void {
    clearInterval(this.#timer)
    this.#server.closeAllConnections()
    this.#server.close()
    this.#agent.destroy()
  }

  #check(): void {
    for (const port of this.#ports) {
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ status }) => (status === 200 ? this.#ready.add(port) : this.#ready.delete(port)),
        () => this.#ready.delete(port),
      )
    }
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    const ready = [...this.#ready]
    const port = ready[this.#turn++ % Math.max(1, ready.length)]
    const fail = (): void => {
      this.failures++
      response.writeHead(502).end()
    }
    if (port === undefined) {
      fail()
      return
    }
    const passed = request({
      host: '127.0.0.1',
      port,
      agent: this.#agent,
      method: 'POST',
      path: incoming.url,
      headers: { ...incoming.headers, host: `127.0.0.1:${port}` },
    })
    passed.on('error', fail)
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' })
      answer.pipe(response)
    })
    incoming.pipe(passed)
  }
}
