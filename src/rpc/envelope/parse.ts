import { isUtf8 } from 'node:buffer'
import { jsonOrError } from '../params/parseJson.ts'
import { parseKeepingIds } from './exactIds.ts'

/** The value of a request's or a batch's text, or the `RpcError` that it is answered with. */
export const parseBody = (text: string, maximumDepth: number): unknown =>
  jsonOrError(text, maximumDepth, parseKeepingIds)

/** JSON is exchanged in UTF-8 (RFC 8259). Invalid UTF-8 becomes empty text, which then fails to parse. */
export function textOfBody(bytes: Buffer): string {
  const text = bytes.toString()
  return text.includes('\ufffd') && !isUtf8(bytes) ? '' : text
}
