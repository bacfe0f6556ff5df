import type { Json } from './json.ts'
import { JsonText } from './jsonText.ts'
import { StreamedJson } from './streamedJson.ts'

/** What a method may answer: a value, or its text at once or in pieces. */
export type Result = Json | JsonText | StreamedJson

/** A result as a value, in whatever form it came. */
export async function plainResult(result: Result): Promise<Json> {
  if (result instanceof JsonText) return JSON.parse(result.text)
  if (!(result instanceof StreamedJson)) return result
  const texts: string[] = []
  for await (const piece of result.pieces) texts.push(piece)
  return JSON.parse(texts.join(''))
}
