import { RpcError } from '../../rpc/errors/errors.ts'
import { isJsonObject, type Json } from '../../rpc/json/json.ts'

/* Nodes write the members of an answer in one order, so that the result is found without parsing the answer. */

/** All questions have the id 0. */
export const questionText = (method: string, params: unknown): string =>
  `{"jsonrpc":"2.0","id":0,"method":${JSON.stringify(method)},"params":${JSON.stringify(params ?? [])}}`

export const beforeOutcome = '{"jsonrpc":"2.0","id":0,"'
export const beforeResult = `${beforeOutcome}result":`
const beforeError = `${beforeOutcome}error":`
const closingBrace = 0x7d

/** The JSON of the result; undefined for another answer. */
export function resultIn(body: Buffer): string | undefined {
  const isResult =
    body.length > beforeResult.length &&
    body[body.length - 1] === closingBrace &&
    body.toString('latin1', 0, beforeResult.length) === beforeResult
  return isResult ? body.toString('utf8', beforeResult.length, body.length - 1) : undefined
}

/** The error of an answer; undefined for another answer. */
export function errorIn(body: Buffer): RpcError | undefined {
  const text = body.toString()
  if (!text.startsWith(beforeError)) return undefined
  try {
    const { error } = JSON.parse(text)
    if (!isJsonObject(error)) return undefined
    const { code, message, data } = error
    if (!Number.isSafeInteger(code) || typeof message !== 'string') return undefined
    return new RpcError(Number(code), message, data as Json | undefined)
  } catch {
    return undefined
  }
}
