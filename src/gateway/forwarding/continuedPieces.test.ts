import { describe, expect, it } from 'vitest'
import { Pieces } from '../../primitives/work/pieces.ts'
import type { NodeAnswer } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import { continuedAnswer } from './continuedPieces.ts'

const head = { number: 1, hash: `0x${'0'.repeat(64)}` }
const answerWith = (body: Pieces<Uint8Array>) => ({ head, body, work: () => [] })
const bytes = (text: string): Uint8Array => Buffer.from(text)

/** An answer whose node fails after these pieces. */
function failingAnswer(...texts: readonly string[]) {
  const body = new Pieces<Uint8Array>({})
  for (const text of texts) body.push(bytes(text))
  body.end(new NodeFailure('lost', 'the node was killed'))
  return answerWith(body)
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of body) text += Buffer.from(piece).toString()
  return text
}

describe('a long answer whose node fails', () => {
  it.each([
    ['in other pieces', () => Pieces.of([bytes('ab'), bytes('cdef'), bytes('g')])],
    ['as a whole', () => Buffer.from('abcdefg')],
  ])('is completed by another node that answers %s', async (_, bodyOf) => {
    const again = async (): Promise<NodeAnswer> => ({ head, body: bodyOf(), work: () => [] })
    expect(await textOf(continuedAnswer(failingAnswer('a', 'bcd'), again).body)).toBe('abcdefg')
  })

  it('fails when the other node answers something else, and stops it', async () => {
    let isStopped = false
    const other = new Pieces<Uint8Array>({ stop: () => (isStopped = true) })
    other.push(bytes('abX'))
    const { body } = continuedAnswer(failingAnswer('abc'), async () => answerWith(other))
    await expect(textOf(body)).rejects.toThrow('the node was killed')
    expect(isStopped).toBe(true)
  })

  it('stops the other node when the client has left before that node answers', async () => {
    let isStopped = false
    let answer = (_: NodeAnswer): void => {}
    const again = () =>
      new Promise<NodeAnswer>((resolve) => {
        answer = resolve
      })
    const { body } = continuedAnswer(failingAnswer(), again)
    const waiting = body.next()
    await new Promise(setImmediate)
    await body.return()
    answer(answerWith(new Pieces({ stop: () => (isStopped = true) })))
    expect((await waiting).done).toBe(true)
    await expect.poll(() => isStopped).toBe(true)
  })
})
