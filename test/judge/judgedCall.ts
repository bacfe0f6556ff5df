import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RpcService } from '../../src/answering/rpcService.ts'
import { type AnswerContext, defaultAnswerLimits, inProcess } from '../../src/rpc/envelope/answerContext.ts'
import { giveBack } from '../../src/rpc/json/piece.ts'

/** Measures the work of the main thread since the last look. */
export interface SliceMeter {
  look(): number
}

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

export interface Judged {
  /** The most work of one turn of the event loop. */
  readonly maximum: number
  readonly turns: number
  /** The most characters that were made in one turn. */
  readonly maximumLength: number
  /** The beginning of the answer. */
  readonly beginning: string
}

const shown = 200

/** Answers a body and measures every turn of the event loop until the answer has ended, or enough turns have passed. */
export async function judgedCall(
  { envelope }: Pick<RpcService, 'envelope'>,
  body: unknown,
  meter: SliceMeter,
  isEnough: (turns: number) => boolean,
): Promise<Judged> {
  const client = new JudgingClient()
  const context = client.context()
  let beginning = ''
  let isOver = false
  let length = 0
  let maximumLength = 0
  const drain = async (): Promise<void> => {
    try {
      const answer = await envelope.answer(envelope.read(body, context.limits), context)
      if (typeof answer === 'string') {
        beginning = answer.slice(0, shown)
        length = answer.length
      } else if (answer instanceof Uint8Array) {
        beginning = Buffer.from(answer.subarray(0, shown)).toString()
        length = answer.length
      } else {
        for await (const piece of answer) {
          length += piece.length
          if (beginning.length < shown && typeof piece === 'string') beginning += piece.slice(0, shown)
          giveBack(piece)
          // A socket takes the pieces one by one.
          await nextTurn()
        }
      }
    } catch (error) {
      beginning = String(error)
    } finally {
      isOver = true
    }
  }
  let maximum = 0
  const endTurn = (): void => {
    maximum = Math.max(maximum, meter.look())
    maximumLength = Math.max(maximumLength, length)
    length = 0
  }
  meter.look()
  void drain()
  endTurn()
  let turns = 1
  for (; !isOver && !isEnough(turns); turns++) {
    await nextTurn()
    endTurn()
  }
  if (!isOver) client.leave()
  await nextTurn()
  return { maximum, turns, maximumLength, beginning }
}
