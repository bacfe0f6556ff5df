import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameScanner } from './frameScanner.ts'

/** A masked frame (RFC 6455, section 5.2). */
function frame(opcode: number, isFinal: boolean, length: number): Buffer {
  const first = (isFinal ? 0x80 : 0) | opcode
  const size =
    length < 126
      ? [0x80 | length]
      : length < 65_536
        ? [0xfe, length >> 8, length & 0xff]
        : [0xff, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.from([first, ...size, 1, 2, 3, 4]), Buffer.alloc(length, 0xff)])
}

const length = fc.constantFrom(0, 1, 125, 126, 300, 65_535, 65_536, 70_000)
const whole = fc.tuple(fc.constant(1), fc.constant(true), length)
const control = fc.tuple(fc.constantFrom(9, 10), fc.constant(true), fc.constantFrom(0, 5, 125))
const first = fc.tuple(fc.constant(2), fc.constant(false), length)
const next = fc.tuple(fc.constant(0), fc.constant(false), length)
const last = fc.tuple(fc.constant(0), fc.constant(true), length)
const message = fc.oneof(
  whole.map((one) => [one]),
  control.map((one) => [one]),
  fc.tuple(first, fc.array(fc.oneof(next, control), { maxLength: 4 }), last).map(([a, b, c]) => [a, ...b, c]),
)

it('frames are followed in whatever parts their bytes arrive, one message at a time', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.nat(100_000), { maxLength: 8 }),
      (messages, cuts) => {
        const frames = messages.flat()
        const bytes = Buffer.concat(frames.map(([opcode, isFinal, size]) => frame(opcode, isFinal, size)))
        const scanner = new FrameScanner()
        const lengths: number[] = []
        let wasIncomplete = false
        let from = 0
        for (const to of [...cuts.sort((left, right) => left - right), bytes.length]) {
          while (from < Math.min(to, bytes.length)) {
            from += scanner.next(bytes.subarray(from, to))
            const isWhole = wasIncomplete || scanner.announced > 0
            if (isWhole && !scanner.isIncomplete) lengths.push(scanner.announced)
            wasIncomplete = scanner.isIncomplete
          }
        }
        const whole = messages.filter(([one]) => one![0] < 8)
        const lengthOf = (all: typeof frames) =>
          all.filter(([opcode]) => opcode < 8).reduce((sum, [, , size]) => sum + size, 0)
        expect(lengths.filter((size) => size > 0)).toEqual(whole.map(lengthOf).filter((size) => size > 0))
        expect(scanner.parts).toBe(frames.filter(([opcode, isFinal]) => opcode > 7 || !isFinal).length)
        expect(scanner.isIncomplete).toBe(false)
      },
    ),
  )
})

it('other frames than whole messages are taken a few at a time', () => {
  for (const part of [frame(9, true, 5), frame(0, false, 5)]) {
    const scanner = new FrameScanner()
    const bytes = Buffer.concat(Array.from({ length: 100 }, () => part))
    expect(scanner.next(bytes)).toBe(64 * part.length)
    expect(scanner.next(bytes.subarray(64 * part.length))).toBe(36 * part.length)
  }
})

it('reports the length of a message before its content', () => {
  const scanner = new FrameScanner()
  scanner.next(frame(1, false, 70_000).subarray(0, 14))
  expect([scanner.announced, scanner.isIncomplete]).toEqual([70_000, true])
})
