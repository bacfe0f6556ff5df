import type { Json } from './json.ts'
import { JsonText } from './jsonText.ts'
import { takenText } from './piece.ts'
import { StreamedJson } from './streamedJson.ts'

/** The result of a method: a value, its whole text, or its text in pieces. */
export type Result = Json | JsonText | StreamedJson

/** A result of any form as a value. */
export async function plainResult(result: Result): Promise<Json> {
  const isText = result instanceof JsonText || result instanceof StreamedJson
  return isText ? JSON.parse(await resultText(result)) : result
}

/** A result of any form as text. */
export async function resultText(result: Result): Promise<string> {
  if (result instanceof JsonText) return result.text
  if (!(result instanceof StreamedJson)) return JSON.stringify(result)
  const texts: string[] = []
  for await (const piece of result.pieces) texts.push(takenText(piece))
  return texts.join('')
}

/** Ends a result that is not sent, so that its maker stops. */
export async function discardResult(result: Result): Promise<void> {
  if (result instanceof StreamedJson) await result.pieces[Symbol.asyncIterator]().return?.()
}
