import type { Hash } from '../../primitives/bytes.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import type { Numbered, Request, Response } from '../messages/message.ts'
import { answerTo, blockMessage } from '../serving/answers.ts'
import { isSnapshotRequest, type ServedChain, type SnapshotServer } from '../serving/snapshotServer.ts'
import type { Outbox } from './outbox.ts'

/** The sources of answers. */
interface Served {
  readonly chain: ServedChain
  /** Undefined when this node does not serve snapshots. */
  readonly snapshots?: SnapshotServer | undefined
}

/** Maximum number of waiting requests for snapshots, as in the reference node; further ones are dropped. */
const maximumSnapshotRequests = 3

/** Answers the requests of a peer. An answer is computed when its turn in the outbox comes. */
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
    const isSnapshot = isSnapshotRequest(request)
    if (isSnapshot && this.#snapshotRequests >= maximumSnapshotRequests) return false
    if (isSnapshot) this.#snapshotRequests++
    const isAdded = this.#outbox.add('answers', {
      bytes: 0,
      make: () => {
        if (isSnapshot) this.#snapshotRequests--
        return encodedAnswer(id, answerTo(request, chain, snapshots))
      },
    })
    if (isSnapshot && !isAdded) this.#snapshotRequests--
    return isAdded
  }

  /** Answers a `get-block`, which has no id. */
  sendBlock(hash: Hash): void {
    this.#outbox.add('answers', {
      bytes: 0,
      make: () => {
        const message = blockMessage(hash, this.#served.chain)
        return message && encodeMessage(message)
      },
    })
  }
}

function* encodedAnswer(id: number, answer: Steps<Response | undefined>): Steps<Uint8Array | undefined> {
  const response = yield* answer
  return response && encodeMessage({ ...response, id })
}
