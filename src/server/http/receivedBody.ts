import type { IncomingMessage } from 'node:http'
import { CollectedBytes } from './collectedBytes.ts'

/** A whole body, or why it was not received. */
export type ReceivedBody = Buffer | 'too-large' | 'too-busy'

/**
 * A body up to 4 times the maximum is read and discarded: most clients read the refusal only when they have sent all.
 */
const discardFactor = 4

/**
 * Receives the body of a request. `hold` counts the bytes that are held for its client until the function that it returns is
 * called; undefined when there must not be more. Calls `done` once, or never if the client disconnects first.
 */
export function receiveBody(
  request: IncomingMessage,
  maximum: number,
  hold: (length: number) => (() => void) | undefined,
  done: (body: ReceivedBody) => void,
): void {
  let received = 0
  const held: (() => void)[] = []
  const collected = new CollectedBytes((length) => {
    const leave = hold(length)
    if (leave !== undefined) held.push(leave)
    return leave !== undefined
  })
  let isEnded = false
  const letGo = (): void => {
    isEnded = true
    for (const leave of held.splice(0)) leave()
  }
  const end = (body: ReceivedBody): void => {
    letGo()
    done(body)
  }
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (isEnded) return
    if (received > discardFactor * maximum) end('too-large')
    else if (received <= maximum && !collected.add(chunk)) end('too-busy')
  })
  request.on('end', () => {
    if (!isEnded) end(received > maximum ? 'too-large' : collected.joined())
  })
  request.on('close', () => {
    if (!isEnded) letGo()
  })
  if (Number(request.headers['content-length'] ?? 0) > discardFactor * maximum) end('too-large')
}
