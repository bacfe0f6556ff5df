import type { AnswerContext } from '../../rpc/envelope/answerContext.ts'
import type { Answered } from '../../rpc/envelope/answerer.ts'
import { idText } from '../../rpc/envelope/exactIds.ts'
import { HeldText } from '../../rpc/envelope/heldText.ts'
import type { Request } from '../../rpc/envelope/request.ts'
import { answerTooLong, executionTimeout, nodesAway } from '../../rpc/errors/errors.ts'
import type { ReportedWork } from '../nodes/nodeAnswer.ts'
import { higherOf } from '../routing/higherBlock.ts'
import type { ContinuedPieces } from './continuedPieces.ts'
import type { ForwardedMethod, ForwardedMethods } from './forwardedMethods.ts'
import { askingClient } from './forwarder.ts'
import type { Read, Reads } from './reads.ts'

const noWork: ReportedWork = { gas: 0, logs: 0, threadMs: 0, errorCode: undefined }

interface Item {
  readonly request: Request
  readonly method: ForwardedMethod
}

/** Sends a batch of reads to one node as it is, so that its answers are of one view of the chain. */
export class Batches {
  readonly #methods: ForwardedMethods
  readonly #reads: Reads

  constructor(methods: ForwardedMethods, reads: Reads) {
    this.#methods = methods
    this.#reads = reads
  }

  /** Undefined for a batch that must be split: with a request that is not a read, is malformed or is not allowed. */
  answer(requests: readonly Request[], context: AnswerContext): Promise<Answered> | undefined {
    const items: Item[] = []
    for (const request of requests) {
      const method = this.#methods.method(request.method)
      const isRead = method?.methodClass === 'read' && !method.isLong
      const isAllowed = context.client.allows?.(request.method) !== false
      if (!isRead || !isAllowed || request.problem !== undefined || request.id === undefined) return undefined
      items.push({ request, method })
    }
    return items.length === 0 ? undefined : this.#send(items, context)
  }

  async #send(items: readonly Item[], context: AnswerContext): Promise<Answered> {
    const startedAtMs = performance.now()
    let stop = (): void => {}
    const stopWatching = context.whenGone(() => stop())
    try {
      const read: Read = {
        body: `[${items.map(itemText).join(',')}]`,
        beginning: `[{"jsonrpc":"2.0","id":${idText(items[0]!.request.id ?? null)},"`,
        client: askingClient(context.client),
        asked: items.map(({ request, method }) => method.askedBlock(request.params)).reduce(higherOf),
        isLong: false,
        isOfHome: false,
        onStart: (abandon) => {
          stop = abandon
        },
      }
      const { body: given, work } = this.#reads.continued(await this.#reads.read(read), read)
      const body = Buffer.isBuffer(given) ? given : await wholeOf(given, context)
      this.#measure(items, work(), body.length, context, performance.now() - startedAtMs)
      return body
    } finally {
      stopWatching()
    }
  }

  /** The bytes of the answers together are those of the first call. */
  #measure(
    items: readonly Item[],
    work: readonly ReportedWork[],
    length: number,
    context: AnswerContext,
    ms: number,
  ): void {
    for (const [index, { request, method }] of items.entries()) {
      const { gas, logs, threadMs, errorCode } = work[index] ?? noWork
      context.measured({
        method: request.method,
        ms,
        floor: method.cost,
        work: { gas, logs, threadMs, bytes: index === 0 ? length : 0 },
        errorCode,
      })
    }
  }
}

const itemText = ({ request: { id = null, method, params } }: Item): string =>
  `{"jsonrpc":"2.0","id":${idText(id)},"method":${JSON.stringify(method)},"params":${JSON.stringify(params ?? [])}}`

/** A batch has one text; its length is bounded as the node's answers are, and its time as that of a batch is. */
async function wholeOf(pieces: ContinuedPieces, context: AnswerContext): Promise<Buffer> {
  const { answerBytes, longAnswerTimeoutMs } = context.limits
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void pieces.return()
  }, longAnswerTimeoutMs)
  const stopWatching = context.whenGone(() => void pieces.return())
  const held = new HeldText(context)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of pieces) {
      length += piece.length
      if (length > answerBytes) throw answerTooLong(answerBytes)
      const problem = context.isGone ? nodesAway() : held.add(piece.length)
      if (problem !== undefined) throw problem
      chunks.push(piece)
    }
    if (isLate) throw executionTimeout()
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
    stopWatching()
    held.release()
  }
}
