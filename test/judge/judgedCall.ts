import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RpcService } from '../../src/answering/rpcService.ts'
import { giveBack } from '../../src/primitives/work/lentBytes.ts'
import { type AnswerContext, defaultAnswerLimits, inProcess } from '../../src/rpc/envelope/answerContext.ts'
import { type Judged, judgedTurns, newTally, type SliceMeter, type Tally } from './judgedTurns.ts'

/** A client that may call everything, and can leave. */
class JudgingClient {
  readonly #callBacks = new Set<() => void>()
  isGone = false

  leave(): void {
    this.isGone = true
    for (const callBack of [...this.#callBacks]) callBack()
  }

  context(): AnswerContext {
    const client = {
      name: 'judge',
      isGateway: true,
      subscriptions: { open: () => '0x1', end: () => false },
    }
    const isGone = (): boolean => this.isGone
    return {
      ...inProcess(client, defaultAnswerLimits),
      get isGone() {
        return isGone()
      },
      whenGone: (callBack) => {
        this.#callBacks.add(callBack)
        return () => this.#callBacks.delete(callBack)
      },
    }
  }
}

const shown = 200

/** Answers a body and measures every turn of the event loop until the answer has ended, or enough turns have passed. */
export const judgedCall = (
  service: Pick<RpcService, 'envelope'>,
  body: unknown,
  meter: SliceMeter,
  isEnough: (turns: number) => boolean,
): Promise<Judged> => judgedTurns(() => begin(service, body), meter, isEnough, nextTurn)

function begin({ envelope }: Pick<RpcService, 'envelope'>, body: unknown): Tally {
  const client = new JudgingClient()
  const context = client.context()
  const tally = newTally(() => client.leave())
  const drain = async (): Promise<void> => {
    try {
      const answer = await envelope.answer(envelope.read(body, context.limits), context)
      if (typeof answer === 'string') {
        tally.beginning = answer.slice(0, shown)
        tally.length = answer.length
      } else if (answer instanceof Uint8Array) {
        tally.beginning = Buffer.from(answer.subarray(0, shown)).toString()
        tally.length = answer.length
      } else {
        for await (const piece of answer) {
          tally.length += piece.length
          if (tally.beginning.length < shown && typeof piece === 'string')
            tally.beginning += piece.slice(0, shown)
          giveBack(piece)
          // A socket takes the pieces one by one.
          await nextTurn()
        }
      }
    } catch (error) {
      tally.beginning = String(error)
    } finally {
      tally.isOver = true
    }
  }
  void drain()
  return tally
}
