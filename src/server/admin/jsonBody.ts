import type { IncomingMessage } from 'node:http'
import { AdminError } from './adminRoute.ts'

const longestBody = 64 * 1024

/** The JSON value of a body; undefined for an empty one. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > longestBody) throw new AdminError(413, `a body has at most ${longestBody} bytes`)
    pieces.push(piece)
  }
  if (length === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    throw new AdminError(400, 'the body is not JSON')
  }
}
