import type { Hash } from '../../primitives/bytes.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import type { Message, Numbered, Request } from '../messages/message.ts'
import { answerTo, blockMessage } from '../serving/answers.ts'
import type { ServedChain } from '../serving/servedChain.ts'
import { isSnapshotRequest, type SnapshotServer } from '../serving/snapshotServer.ts'
import type { Outbox } from './outbox.ts'

/** What peers are served from. */
interface Served {
  readonly chain: ServedChain
  /** Undefined when this node does not serve snapshots. */
  readonly snapshots?: SnapshotServer | undefined
}

/** Requests for snapshots that wait at most. The reference node drops more than three, too. */
const mostSnapshotRequests = 3

/** Answers the requests of a peer. An answer is made when its turn in the outbox has come. */
export class Responder {
  readonly #outbox: Outbox
  readonly #served: Served
  #snapshotRequests = 0

  constructor(outbox: Outbox, served: Served) {
    this.#outbox = outbox
    this.#served = served
  }

  /** False when the request is dropped because too many are waiting. */
  answer({ id, ...request }: Numbered<Request>): boolean {
    const { chain, snapshots } = this.#served
    const make = (): Message | undefined => {
      const response = answerTo(request, chain, snapshots)
      return response && { ...response, id }
    }
    if (!isSnapshotRequest(request)) return this.#add(make)
    if (this.#snapshotRequests >= mostSnapshotRequests) return false
    this.#snapshotRequests++
    const isAdded = this.#add(() => {
      this.#snapshotRequests--
      return make()
    })
    if (!isAdded) this.#snapshotRequests--
    return isAdded
  }

  /** Answers a `get-block`, which has no id. */
  sendBlock(hash: Hash): void {
    this.#add(() => blockMessage(hash, this.#served.chain))
  }

  #add(answer: () => Message | undefined): boolean {
    return this.#outbox.add('answers', {
      bytes: 0,
      make: () => {
        const message = answer()
        return message && encodeMessage(message)
      },
    })
  }
}
