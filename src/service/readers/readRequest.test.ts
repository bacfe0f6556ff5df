import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { WorkMeter } from '../../rpc/budget/workMeter.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import { ReadRequest } from './readRequest.ts'

/** A read whose client may have this many characters of unread text. */
function openRead(room: number) {
  const heard: string[] = []
  let left = room
  const request = new ReadRequest({
    network: 1,
    call: {
      method: 'trace_block',
      params: [],
      errors: 'rootstock',
      owner: 'alice',
      head: asHash(new Uint8Array(32)),
      maximumLength: 1_000,
      meter: new WorkMeter(),
      hold(length) {
        if (length > left) return undefined
        left -= length
        return () => heard.push('released')
      },
    },
    onStop: () => heard.push('stopped'),
  })
  const answer = async () => {
    const result = await request.answer
    if (!(result instanceof StreamedJson)) throw new Error('a long answer has pieces')
    return result.pieces[Symbol.asyncIterator]()
  }
  return { request, answer, heard }
}

describe('the answer of a reader thread', () => {
  it('does not block the thread while its pieces may wait for the client', async () => {
    const { request, answer, heard } = openRead(2)
    for (const piece of ['a', 'b', 'c']) request.add(Buffer.from(piece))
    expect(request.piecesRead).toBe(2)
    const pieces = await answer()
    for (let count = 0; count < 3; count++) await pieces.next()
    expect([request.piecesRead, heard]).toEqual([3, ['released', 'released']])
  })

  it('stops the thread, and releases what waits, when the client leaves', async () => {
    const { request, answer, heard } = openRead(1)
    request.add(Buffer.from('a'))
    await (await answer()).return?.()
    expect([request.piecesRead, heard]).toEqual([1, ['released', 'stopped']])
  })
})
