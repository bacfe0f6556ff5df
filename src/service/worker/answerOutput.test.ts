import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../rpc/json/piece.ts'
import { PieceMemory, placeLength } from '../readers/pieceMemory.ts'
import type { SentPiece } from '../readers/readerFunctions.ts'
import { AnswerOutput } from './answerOutput.ts'

/** An output whose pieces are read immediately, or stay in their places. */
function openOutput({ isRead = true, isStopped = false } = {}) {
  const memory = PieceMemory.create()
  const texts: string[] = []
  const receive = (piece: SentPiece): void => {
    texts.push(textOf(piece instanceof Uint8Array ? piece : memory.bytes(piece.place, piece.length)))
    if (isRead && !(piece instanceof Uint8Array)) memory.free(piece.place)
  }
  const send = (piece: SentPiece): void => {
    if (isStopped) throw new Error('stopped')
    receive(piece)
  }
  const output = new AnswerOutput({ memory, send })
  const end = (): string => {
    output.end()
    return texts.join('')
  }
  return { output, memory, texts, end }
}

/** Texts around the length of a place, of characters with one to four bytes. */
const texts = fc.array(
  fc.record({
    unit: fc.constantFrom('a', 'é', '€', '𝄞', 'ab€'),
    count: fc.oneof(fc.nat(10), fc.integer({ min: placeLength / 4 - 3, max: placeLength / 4 + 3 })),
    isBytes: fc.boolean(),
  }),
  { maxLength: 8 },
)

describe('the output of an answer', () => {
  it('is the text that was written, in pieces of whole characters', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const { output, memory, end } = openOutput()
        for (const { unit, count, isBytes } of parts) {
          const text = unit.repeat(count)
          output.write(isBytes ? Buffer.from(text) : text)
        }
        expect(end() === parts.map(({ unit, count }) => unit.repeat(count)).join('')).toBe(true)
        expect(memory.taken).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('allocates memory of its own when all places are taken', () => {
    const { output, memory, texts, end } = openOutput({ isRead: false })
    const text = 'x'.repeat(placeLength)
    while (memory.take() !== undefined);
    output.write(`${text}${text}y`)
    expect(texts).toEqual([text, text])
    expect(end()).toBe(`${text}${text}y`)
  })

  it('frees the piece that a stopped call has not sent', () => {
    const { output, memory } = openOutput({ isStopped: true })
    expect(() => output.write('x'.repeat(placeLength + 1))).toThrow('stopped')
    expect(memory.taken).toBe(1)
    output.abandon()
    output.abandon()
    expect(memory.taken).toBe(0)
  })
})
