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

it('frames are followed in whatever parts their bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.nat(100_000), { maxLength: 8 }),
      (messages, cuts) => {
        const frames = messages.flat()
        const bytes = Buffer.concat(frames.map(([opcode, isFinal, size]) => frame(opcode, isFinal, size)))
        const scanner = new FrameScanner()
        const lengths: number[] = []
        let from = 0
        for (const to of [...cuts.sort((left, right) => left - right), bytes.length]) {
          scanner.read(bytes.subarray(from, to), (_, size) => lengths.push(size))
          from = Math.max(from, Math.min(to, bytes.length))
        }
        expect(lengths).toEqual(frames.filter(([opcode]) => opcode < 8).map(([, , size]) => size))
        expect(scanner.parts).toBe(frames.filter(([opcode, isFinal]) => opcode > 7 || !isFinal).length)
        expect(scanner.heldBytes).toBe(0)
      },
    ),
  )
})

it('an incomplete message holds the bytes of all chunks since its beginning', () => {
  const scanner = new FrameScanner()
  const read = (bytes: Buffer): number => {
    scanner.read(bytes, () => {})
    return scanner.heldBytes
  }
  const ping = frame(9, true, 100)
  expect(read(ping)).toBe(0)
  const begin = frame(1, false, 10)
  expect(read(begin)).toBe(begin.length)
  expect(read(ping)).toBe(begin.length + ping.length)
  expect(read(frame(0, true, 10))).toBe(0)
  const both = Buffer.concat([frame(1, true, 10), begin])
  read(begin.subarray(0, 3))
  expect(read(Buffer.concat([begin.subarray(3), frame(0, true, 0), both]))).toBeGreaterThan(both.length)
})

it('the length of a message is told before it arrives', () => {
  const scanner = new FrameScanner()
  const told: number[] = []
  scanner.read(frame(1, false, 70_000).subarray(0, 14), (announced) => told.push(announced))
  expect(told).toEqual([70_000])
})
