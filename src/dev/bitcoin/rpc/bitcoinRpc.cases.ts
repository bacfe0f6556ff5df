import { openBitcoin, openFundedBitcoin } from '../simulatedBitcoin.cases.ts'
import type { Json } from './arguments.ts'
import { BitcoinRpc } from './bitcoinRpc.ts'

/** The members of every answer. */
interface Answer {
  readonly status: number
  readonly result: Json
  readonly error: { readonly code: number; readonly message: string } | null
}

/** A simulation behind its JSON-RPC. */
async function openRpcOver(opened: ReturnType<typeof openBitcoin>) {
  const failures: unknown[] = []
  const rpc = new BitcoinRpc(opened.bitcoin, (error) => failures.push(error))
  const call = async (method: string, params: Json = []): Promise<Answer> => {
    const { status, text } = await rpc.answer(JSON.stringify({ id: 1, method, params }))
    return { status, ...JSON.parse(text) }
  }
  const result = async (method: string, ...params: readonly Json[]): Promise<Json> => {
    const answer = await call(method, params)
    if (answer.error) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`)
    return answer.result
  }
  const text = async (method: string, ...params: readonly Json[]): Promise<string> =>
    String(await result(method, ...params))
  return { ...opened, rpc, call, result, text, failures }
}

export const openRpc = async () => openRpcOver(openBitcoin())
export const openFundedRpc = async () => openRpcOver(await openFundedBitcoin())
