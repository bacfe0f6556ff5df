import { beliefText } from '../light/beliefText.ts'
import type { LightNode } from '../node/light/lightNode.ts'
import { disconnected, type ProviderRpcError } from '../node/providerRpcError.ts'
import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Evidence } from '../rpc/envelope/answerContext.ts'
import { announceProvider, announcingPage } from './announceProvider.ts'
import { HeadNotices } from './headNotices.ts'
import type {
  LightAnswer,
  LightBlock,
  LightClient,
  LightEvents,
  LightListening,
  LightStatus,
} from './lightClientTypes.ts'
import type { CheckedLightOptions } from './lightOptionTable.ts'
import { lightRefusal } from './lightRefusal.ts'
import type { NodeRequest, RequestArguments } from './providerTypes.ts'
import { hexOf } from './runningChain.ts'
import { ServiceProvider } from './serviceProvider.ts'

/** A light client that runs in this process. */
export class RunningLight implements LightClient {
  readonly chainId: number
  readonly on: LightListening<this>
  readonly once: LightListening<this>
  readonly off: LightListening<this>
  readonly addListener: LightListening<this>
  readonly removeListener: LightListening<this>
  readonly #node: LightNode
  readonly #provider: ServiceProvider<LightEvents>
  /** What ends with the client. */
  readonly #endings: (() => void)[] = []

  constructor(
    node: LightNode,
    { errors = 'ethereum', clock = Date.now, onProblem = () => {}, webSocket, announce }: CheckedLightOptions,
  ) {
    this.#node = node
    this.chainId = node.network.chainId
    this.#provider = new ServiceProvider<LightEvents>(node, {
      settings: { errors, allowsStateOverrides: true },
      now: clock,
      report: (error) => onProblem(error instanceof Error ? error : new Error(String(error))),
    })
    this.on = this.#provider.listening('on', this)
    this.once = this.#provider.listening('once', this)
    this.off = this.#provider.listening('off', this)
    this.addListener = this.on
    this.removeListener = this.off
    node.chain.on('block', ({ header }) => this.#provider.emit('block', lightBlock(header)))
    node.chain.on('reorg', ({ abandoned, adopted }) =>
      this.#provider.emit('reorg', {
        abandoned: abandoned.map(({ header }) => lightBlock(header)),
        adopted: adopted.map(({ header }) => lightBlock(header)),
      }),
    )
    if (webSocket !== undefined) {
      const notices = new HeadNotices(webSocket, () => this.refresh().catch(onProblem))
      this.#endings.push(() => notices.close())
    }
    if (announce === true) this.#endings.push(announceProvider(announcingPage()!, this))
  }

  // The overloads of the type say which result belongs to which method.
  readonly request: NodeRequest = async (args: unknown) => (await this.#provider.answer(args)) as never

  async answer(args: RequestArguments): Promise<LightAnswer> {
    let verified: Evidence | undefined
    const result = await this.#provider.answer(args, (evidence) => {
      if (verified !== 'endpoint') verified = evidence
    })
    return { result, verified }
  }

  status(): LightStatus {
    this.#provider.requireOpen()
    const { headers, endpoints } = this.#node
    const { belief, firstNumber } = headers
    const { anchor, kind, ageSeconds, bitcoinBlocks, agreeing, asked, rivals, isFreshByBitcoin } = belief
    return {
      text: beliefText(belief),
      head: lightBlock(headers.head.header),
      ageSeconds,
      kind,
      checkpoint: { number: anchor.number, hash: hexOf(anchor.hash), timestamp: anchor.timestamp },
      firstBlock: firstNumber,
      bitcoinBlocks,
      agreeing,
      asked,
      rivals: rivals.map(({ number, hash }) => ({ number, hash: hexOf(hash) })),
      isFreshByBitcoin,
      endpoints: endpoints.endpoints.map(({ shown, standing, reason, head, latencyMs }) => ({
        url: shown,
        standing,
        reason,
        head: head && { number: head.number, hash: hexOf(head.hash) },
        latencyMs,
      })),
    }
  }

  async refresh(): Promise<void> {
    this.#provider.requireOpen()
    try {
      await this.#node.headers.refresh()
      await this.#node.followed()
    } catch (error) {
      throw lightRefusal(error)
    }
  }

  /** Closes the client for a reason that all later requests reject with. */
  stop(reason: ProviderRpcError): void {
    if (this.#provider.isClosed) return
    for (const end of this.#endings) end()
    this.#provider.end(reason)
    this.#provider.service.close()
    this.#node.close()
    this.#provider.emit('disconnect', reason)
  }

  async close(): Promise<void> {
    this.stop(disconnected())
  }

  [Symbol.dispose](): void {
    void this.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

const lightBlock = ({ number, hash, parentHash, timestamp }: BlockHeader): LightBlock => ({
  number,
  hash: hexOf(hash),
  parentHash: hexOf(parentHash),
  timestamp,
})
