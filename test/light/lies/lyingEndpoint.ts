import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonCall } from '../../../src/answering/lightWorld.cases.ts'

export interface Asked extends JsonCall {
  readonly id: unknown
}

/** The outcome of a call: a result or an error. */
export type Outcome = Readonly<Record<string, unknown>>

/** Answers a call truly. */
export type Answering = (call: JsonCall) => Promise<Outcome>

/** One way to lie. What it leaves undefined is answered truly. */
export interface Lie {
  /** Replaces the outcome of a call; returns the same object for the truth. */
  readonly answer?: (call: JsonCall, outcome: Outcome, honest: Answering) => Outcome | Promise<Outcome>
  /** Changes the true answers to a request; returns the same list for the truth. */
  readonly answers?: (answers: readonly Outcome[]) => unknown
  /** Writes the reply to a request itself. Returns whether it did. */
  readonly reply?: (calls: readonly Asked[], response: ServerResponse, text: string) => boolean
}

/** An HTTP endpoint that passes true answers on, and lies. */
export class LyingEndpoint {
  readonly url: string
  lie: Lie | undefined
  /** Number of lies that were told. */
  told = 0
  /** Requests wait for this before they are answered. */
  beforeAnswer: (() => Promise<void>) | undefined
  readonly #honest: Answering
  readonly #close: () => void

  private constructor(url: string, honest: Answering, close: () => void) {
    this.url = url
    this.#honest = honest
    this.#close = close
  }

  static async open(honest: Answering): Promise<LyingEndpoint> {
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (part) => {
        text += part
      })
      request.on('end', () => void endpoint.#reply(text, response).catch(() => response.destroy()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const endpoint = new LyingEndpoint(`http://127.0.0.1:${port}`, honest, () => {
      server.close()
      server.closeAllConnections()
    })
    return endpoint
  }

  close(): void {
    this.#close()
  }

  async #reply(text: string, response: ServerResponse): Promise<void> {
    const body: Asked | readonly Asked[] = JSON.parse(text)
    const calls = Array.isArray(body) ? (body as readonly Asked[]) : [body as Asked]
    await this.beforeAnswer?.()
    const answers: Outcome[] = []
    for (const call of calls) answers.push(await this.#answerTo(call))
    const changed = this.lie?.answers?.(answers) ?? answers
    if (changed !== answers) this.told++
    const whole = Array.isArray(body) || !Array.isArray(changed) ? changed : changed[0]
    const reply = JSON.stringify(whole)
    if (this.lie?.reply?.(calls, response, reply)) {
      this.told++
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
  }

  async #answerTo(call: Asked): Promise<Outcome> {
    const honest = await this.#honest(call)
    const told = (await this.lie?.answer?.(call, honest, this.#honest)) ?? honest
    if (told !== honest) this.told++
    return { jsonrpc: '2.0', id: call.id, ...told }
  }
}
