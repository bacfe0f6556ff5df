import { call } from '../../../shared/rpc/rpcClient.ts'
import { loadSteps, type StructTrace } from './loadSteps.ts'
import { StepStore } from './stepStore.ts'
import type { HeldSteps, Seek, StepDetails, StepRow, Summary } from './steps.ts'

/** Beside a chain in the page, which a thread could not ask. */
export class StepsInPage implements HeldSteps {
  #store = new StepStore([])

  async load(hash: string): Promise<Summary> {
    const { steps, summary } = await loadSteps((options) =>
      call<StructTrace>('debug_traceTransaction', hash, { tracer: 'structLogger', ...options }),
    )
    this.#store = new StepStore(steps)
    return summary
  }

  async rows(from: number, to: number): Promise<readonly StepRow[]> {
    return this.#store.rows(from, to)
  }

  async details(index: number): Promise<StepDetails | undefined> {
    return this.#store.details(index)
  }

  async seek(from: number, seek: Seek): Promise<number | undefined> {
    return this.#store.seek(from, seek)
  }

  end(): void {}
}
