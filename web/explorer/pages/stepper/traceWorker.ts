import { loadSteps, type StructTrace } from './loadSteps.ts'
import { StepStore } from './stepStore.ts'
import type { Answered, Asked, Question, Summary } from './steps.ts'

/*
 * Holds the steps of one transaction in a thread of its own: parsing a hundred thousand of them takes longer than a
 * page may stand still. The page asks for the rows that it shows.
 */

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
  const { steps, summary } = await loadSteps((options) => trace(place, options))
  store = new StepStore(steps)
  return summary
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
