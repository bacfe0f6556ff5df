import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import type { Endpoint } from '../networks/networkEndpoint.ts'
import { headHeader, workHeader } from '../settings/fleetHeaders.ts'

/** What a node tells a gateway about an answer: its best block, and the work of the calls. */
export class WorkReport {
  readonly #endpoint: Pick<Endpoint, 'head'>
  readonly #entries: string[] = []

  constructor(endpoint: Pick<Endpoint, 'head'>) {
    this.#endpoint = endpoint
  }

  add({ work: { gas, logs, threadMs }, errorCode }: Pick<MeasuredCall, 'work' | 'errorCode'>): void {
    this.#entries.push(`${gas},${logs},${threadMs.toFixed(3)},${errorCode ?? ''}`)
  }

  /** Headers of an answer that is complete, names and values in turn. */
  get headers(): readonly string[] {
    return [...this.beginning, ...this.end]
  }

  /** Headers of an answer that is sent while it is made. */
  get beginning(): readonly string[] {
    const { number, hash } = this.#endpoint.head()
    return [headHeader, `${number},${hash}`]
  }

  /** What follows such an answer. */
  get end(): readonly string[] {
    return [workHeader, this.#entries.join(';')]
  }
}
