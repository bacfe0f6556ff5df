import type { Hash } from '../../primitives/bytes.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import type { Message, Numbered, Request } from '../messages/message.ts'
import { answerTo, blockMessage } from '../serving/answers.ts'
import type { ServedChain } from '../serving/servedChain.ts'
import type { Outbox } from './outbox.ts'

/** Answers the requests of a peer. An answer is made when its turn in the outbox has come. */
export class Responder {
  readonly #outbox: Outbox
  readonly #chain: ServedChain

  constructor(outbox: Outbox, chain: ServedChain) {
    this.#outbox = outbox
    this.#chain = chain
  }

  answer({ id, ...request }: Numbered<Request>): void {
    this.#add(() => {
      const response = answerTo(request, this.#chain)
      return response && { ...response, id }
    })
  }

  /** Answers a `get-block`, which has no id. */
  sendBlock(hash: Hash): void {
    this.#add(() => blockMessage(hash, this.#chain))
  }

  #add(answer: () => Message | undefined): void {
    this.#outbox.add('answers', {
      bytes: 0,
      make: () => {
        const message = answer()
        return message && encodeMessage(message)
      },
    })
  }
}
