import { apiKey } from './apiKey.ts'
import { type NodeInPage, nodeInPage } from './nodeInPage.ts'
import { RpcError } from './rpcError.ts'

/* Calls of one turn of the event loop go to the node in one request. */

interface WaitingCall {
  readonly method: string
  readonly params: readonly unknown[]
  readonly resolve: (result: unknown) => void
  readonly reject: (error: RpcError) => void
}

interface Answer {
  readonly id?: number | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Below the bound of a batch that operators usually set. */
const maximumBatchLength = 40

let waiting: WaitingCall[] = []

/** The base URL of the network is the page's own, so a page works at every network and below every proxy. */
export const endpointPath = (): string => location.pathname

/** The result as the type that the documentation of the method promises. */
export function call<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
  const node = nodeInPage()
  if (node !== undefined) return askInPage(node, method, params) as Promise<Result>
  return new Promise<Result>((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(sendWaiting)
    waiting.push({ method, params, resolve: (result) => resolve(result as Result), reject })
  })
}

async function askInPage(node: NodeInPage, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await node.request({ method, params })
  } catch (error) {
    const { code, message, data } = error as { code?: number; message: string; data?: unknown }
    throw new RpcError(message, { ...(code !== undefined && { code }), data, method })
  }
}

function sendWaiting(): void {
  const calls = waiting
  waiting = []
  for (let at = 0; at < calls.length; at += maximumBatchLength)
    void send(calls.slice(at, at + maximumBatchLength))
}

async function send(calls: readonly WaitingCall[]): Promise<void> {
  try {
    const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const answer = await post(requests.length === 1 ? requests[0] : requests)
    const answers = Array.isArray(answer) ? answer : [answer]
    const byId = new Map(answers.map((item) => [item.id, item]))
    calls.forEach((call, id) => {
      // An error about the whole batch comes alone, without the id of a call.
      settle(call, byId.get(id) ?? answers[0])
    })
  } catch (error) {
    const failure = error instanceof RpcError ? error : new RpcError(String(error))
    for (const { reject } of calls) reject(failure)
  }
}

function settle({ resolve, reject, method }: WaitingCall, answer: Answer | undefined): void {
  if (answer === undefined) reject(new RpcError(`${method}: the node did not answer this call`))
  else if (answer.error) reject(new RpcError(answer.error.message, { ...answer.error, method }))
  else resolve(answer.result)
}

async function post(body: unknown): Promise<Answer | readonly Answer[]> {
  const key = apiKey.value
  const headers = { 'content-type': 'application/json', ...(key !== '' && { 'x-api-key': key }) }
  const response = await fetch(endpointPath(), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    cache: 'no-store',
    credentials: 'omit',
  }).catch((): never => {
    throw new RpcError('The node cannot be reached.', { status: 0 })
  })
  const answer = (await response.json().catch((): never => {
    throw new RpcError(`The node answered with status ${response.status} and no JSON.`, {
      status: response.status,
    })
  })) as Answer | readonly Answer[]
  if (response.ok) return answer
  const { error } = Array.isArray(answer) ? (answer[0] as Answer) : (answer as Answer)
  throw new RpcError(error?.message ?? `status ${response.status}`, {
    ...(error !== undefined && { code: error.code }),
    status: response.status,
  })
}
