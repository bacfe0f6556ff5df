import { setTimeout as pause } from 'node:timers/promises'

/** A client gives up a connection without an answer after this time; gateways notice a silent node much earlier. */
const silenceMs = 60_000

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Clients that stay with a gateway until a connection dies, then go on with the other. */
abstract class Client {
  /** Requests whose connection died or stayed silent. */
  died = 0
  #place: number
  readonly #urls: readonly string[]

  constructor(urls: readonly string[], place: number) {
    this.#urls = urls
    this.#place = place
  }

  /** Undefined when the connection died. */
  protected async ask(method: string, ...params: readonly unknown[]): Promise<Answer | undefined> {
    const url = this.#urls[this.#place % this.#urls.length]!
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(silenceMs),
      })
      return JSON.parse(await response.text()) as Answer
    } catch {
      this.died++
      this.#place++
      return undefined
    }
  }
}

/** Asks questions and the height in turn. */
export class ReadingClient extends Client {
  answered = 0
  readonly failures: string[] = []
  /** Number of heights lower than an earlier one. */
  wentBack = 0
  height = 0

  async run(questions: readonly (readonly [string, ...unknown[]])[], isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn++) {
      const question = questions[turn % questions.length]!
      const answer = await this.ask(...question)
      if (answer === undefined) continue
      if (answer.result === undefined) this.failures.push(`${question[0]}: ${JSON.stringify(answer.error)}`)
      else this.answered++
      if (question[0] === 'eth_blockNumber' && typeof answer.result === 'string')
        this.#saw(Number(answer.result))
    }
  }

  #saw(height: number): void {
    if (height < this.height) this.wentBack++
    this.height = Math.max(this.height, height)
  }
}

/** Errors that say that nothing was sent. */
const notSent = /its writer does not answer$|^no node (of the network can answer now|is at block \d+ yet)/

/** Sends payments of one wei from an account of the node, and none of them twice. */
export class PayingClient extends Client {
  /** Hashes of answered payments. */
  readonly acknowledged: string[] = []
  /** Payments with an unknown outcome. */
  unknown = 0
  refused = 0

  async run(payment: { readonly from: string; readonly to: string }, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const answer = await this.ask('eth_sendTransaction', { ...payment, value: '0x1' })
      if (typeof answer?.result === 'string') this.acknowledged.push(answer.result)
      else if (answer?.error !== undefined && notSent.test(answer.error.message)) this.refused++
      else this.unknown++
      await pause(20)
    }
  }
}
