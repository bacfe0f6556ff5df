import { StepStore } from './stepStore.ts'
import type { Answered, Asked, Question, Step, Summary } from './steps.ts'

/*
 * Holds the steps of one transaction in a thread of its own: parsing a hundred thousand of them takes longer than a
 * page may stand still. The page asks for the rows that it shows.
 */

interface StructTrace {
  readonly failed: boolean
  readonly gas: number
  readonly structLogs: readonly Step[]
}

/** With memory at each step, a longer trace would not fit in an answer. */
const stepsWithMemory = 3_000

let store = new StepStore([])

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  const { id, question } = data
  const answer: Answered = await answerTo(question).then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, problem: error instanceof Error ? error.message : String(error) }),
  )
  postMessage(answer)
})

async function answerTo(question: Question): Promise<unknown> {
  if (question.kind === 'load') return load(question)
  if (question.kind === 'rows') return store.rows(question.from, question.to)
  if (question.kind === 'details') return store.details(question.index)
  return store.seek(question.from, question.seek)
}

async function load(place: Question & { kind: 'load' }): Promise<Summary> {
  const all = await trace(place, {}).catch(() => undefined)
  // The stacks may be too much for one answer.
  const steps = all ?? (await trace(place, { disableStack: true, disableStorage: true }))
  const isShort = steps.structLogs.length <= stepsWithMemory
  const shown =
    isShort && all !== undefined ? await trace(place, { enableMemory: true }).catch(() => steps) : steps
  store = new StepStore(shown.structLogs)
  return {
    count: store.count,
    failed: shown.failed,
    gas: shown.gas,
    hasMemory: shown !== steps,
    hasStack: all !== undefined,
  }
}

async function trace(
  { path, key, hash }: Question & { kind: 'load' },
  options: object,
): Promise<StructTrace> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== '' && { 'x-api-key': key }) },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'structLogger', ...options }],
    }),
    credentials: 'omit',
  })
  const answer = (await response.json()) as { result?: StructTrace | null; error?: { message: string } }
  if (answer.error) throw new Error(answer.error.message)
  if (!answer.result) throw new Error('The node cannot trace this transaction.')
  return answer.result
}
