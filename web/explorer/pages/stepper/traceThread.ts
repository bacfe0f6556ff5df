import { apiKey } from '../../../shared/rpc/apiKey.ts'
import { endpointPath } from '../../../shared/rpc/rpcClient.ts'
import type { Answered, HeldSteps, Question, Seek, StepDetails, StepRow, Summary } from './steps.ts'

/** The file of the thread's program, set by the build. */
declare const traceWorkerFile: string

interface ScriptPolicy {
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy
}

/** Browsers with trusted types start threads only from addresses that a named policy has made. */
let policy: ScriptPolicy | undefined

function workerAddress(): string {
  const address = new URL(traceWorkerFile, import.meta.url).href
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('cambium', { createScriptURL: (url) => url })
  return policy?.createScriptURL(address) ?? address
}

/** The thread that holds the steps of one transaction. */
export class TraceThread implements HeldSteps {
  readonly #worker = new Worker(workerAddress(), { type: 'module' })
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #lastId = 0

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if ('problem' in data) waiting?.reject(new Error(data.problem))
      else waiting?.resolve(data.value)
    })
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(message || 'The thread of the trace failed.'))
      this.#waiting.clear()
    })
  }

  load(hash: string): Promise<Summary> {
    return this.#ask<Summary>({ kind: 'load', path: endpointPath(), key: apiKey.value, hash })
  }

  rows(from: number, to: number): Promise<readonly StepRow[]> {
    return this.#ask({ kind: 'rows', from, to })
  }

  details(index: number): Promise<StepDetails | undefined> {
    return this.#ask({ kind: 'details', index })
  }

  seek(from: number, seek: Seek): Promise<number | undefined> {
    return this.#ask({ kind: 'seek', from, seek })
  }

  end(): void {
    this.#worker.terminate()
  }

  #ask<Value>(question: Question): Promise<Value> {
    const id = ++this.#lastId
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as Value), reject })
      this.#worker.postMessage({ id, question })
    })
  }
}
