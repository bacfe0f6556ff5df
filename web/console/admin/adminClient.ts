import { connection } from '../../shared/rpc/connection.ts'
import { isRefused, token } from './token.ts'

/** The admin API refused a request, or did not answer. */
class AdminFailure extends Error {
  override readonly name = 'AdminFailure'
}

interface Sent {
  readonly method: 'POST' | 'PATCH'
  readonly body: unknown
}

/** The answer as the type that the documentation of the path promises. */
export async function ask<Answer>(path: string, sent?: Sent): Promise<Answer> {
  return (await fetched(path, sent)).json()
}

export async function askText(path: string): Promise<string> {
  return (await fetched(path)).text()
}

/** A JSON-RPC call of the operator to one network. */
export async function callNetwork<Result>(
  network: string,
  method: string,
  ...params: readonly unknown[]
): Promise<Result> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const path = `networks/${encodeURIComponent(network)}/rpc`
  const { result, error } = await ask<{ result: Result; error?: { message: string } }>(path, {
    method: 'POST',
    body,
  })
  if (error !== undefined) throw new AdminFailure(error.message)
  return result
}

async function fetched(path: string, sent?: Sent): Promise<Response> {
  const response = await fetch(`./api/${path}`, {
    headers: { authorization: `Bearer ${token.value}` },
    cache: 'no-store',
    credentials: 'omit',
    ...(sent && { method: sent.method, body: JSON.stringify(sent.body) }),
  }).catch((): never => {
    connection.lost()
    throw new AdminFailure('The node cannot be reached.')
  })
  connection.reached('polling')
  if (response.ok) return response
  if (response.status === 401) isRefused.value = true
  const { error = `status ${response.status}` } = await response.json().catch(() => ({}))
  throw new AdminFailure(error)
}
