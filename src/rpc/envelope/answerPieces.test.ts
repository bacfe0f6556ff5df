import { expect, it } from 'vitest'
import { heldPieces } from './answerPieces.ts'

it('a list of pieces counts the ones that its client has not taken', async () => {
  let held = 0
  const hold = (length: number) => {
    held += length
    return () => {
      held -= length
    }
  }
  const long = 'x'.repeat(100_000)
  const list = heldPieces(['[', long, ',', Buffer.from(long), ']'], { hold })
  expect(held).toBe(200_000)
  expect([await list.next(), await list.next()].map(({ value }) => value?.length)).toEqual([1, 100_000])
  expect(held).toBe(100_000)
  await list.return()
  expect([held, (await list.next()).done]).toEqual([0, true])
})
