import { headHeader, workHeader } from '../../remote/fleetHeaders.ts'
import { workEntry } from '../../remote/nodeAnswer.ts'
import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'

/** What a node tells a gateway or a reader process about an answer: its best block, and the work of the calls. */
export class WorkReport {
  readonly #network: Pick<HostedNetwork, 'head'>
  readonly #entries: string[] = []

  constructor(network: Pick<HostedNetwork, 'head'>) {
    this.#network = network
  }

  add({ work, errorCode }: Pick<MeasuredCall, 'work' | 'errorCode'>): void {
    this.#entries.push(workEntry({ ...work, errorCode }))
  }

  /** Headers of an answer that is complete, names and values in turn. */
  get headers(): readonly string[] {
    return [...this.beginning, ...this.end]
  }

  /** Headers of an answer that is sent while it is made. */
  get beginning(): readonly string[] {
    const { number, hash } = this.#network.head()
    return [headHeader, `${number},${hash}`]
  }

  /** What follows such an answer. */
  get end(): readonly string[] {
    return [workHeader, this.#entries.join(';')]
  }
}
