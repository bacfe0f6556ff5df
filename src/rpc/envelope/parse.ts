import { isUtf8 } from 'node:buffer'
import { RpcError } from '../errors/errors.ts'
import { parseJson } from '../params/parseJson.ts'
import { parseKeepingIds } from './exactIds.ts'

/** The value of a request's or a batch's text, or the `RpcError` that it is answered with. */
export function parseBody(text: string, maximumDepth: number): unknown {
  try {
    return parseJson(text, maximumDepth, parseKeepingIds)
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}

/** JSON is exchanged in UTF-8 (RFC 8259). Invalid UTF-8 becomes empty text, which then fails to parse. */
export function textOfBody(bytes: Buffer): string {
  const text = bytes.toString()
  return text.includes('\ufffd') && !isUtf8(bytes) ? '' : text
}
