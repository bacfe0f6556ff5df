import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { FrameReader } from './frameReader.ts'
import { type Frame, maximumBodyLength } from './frames.ts'
import { FrameWriter } from './frameWriter.ts'
import type { SessionSecrets } from './sessionSecrets.ts'
import { TransportError } from './transportError.ts'

const encryptionKey = randomBytes(32)
const macKey = randomBytes(32)
const here: SessionSecrets = {
  encryptionKey,
  macKey,
  egressSeed: randomBytes(99),
  ingressSeed: randomBytes(99),
}
const there: SessionSecrets = { ...here, egressSeed: here.ingressSeed, ingressSeed: here.egressSeed }

/** The frames that a reader decodes from bytes in pieces; undefined when it rejects them. */
function framesIn(bytes: Uint8Array, pieces: readonly number[], maximum?: number): Frame[] | undefined {
  const reader = new FrameReader(there, maximum)
  const frames: Frame[] = []
  const cuts = [...pieces.map((piece) => piece % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  let from = 0
  try {
    for (const cut of cuts) {
      reader.push(bytes.subarray(from, cut))
      from = cut
      for (let frame = reader.next(); frame; frame = reader.next()) frames.push(frame)
    }
    return frames
  } catch (error) {
    if (error instanceof TransportError) return undefined
    throw error
  }
}

const messages = fc.array(
  fc.record({ code: fc.nat(0x7f), payload: fc.uint8Array({ minLength: 1, maxLength: 200 }) }),
  { minLength: 1, maxLength: 5 },
)
const pieces = fc.array(fc.nat(), { maxLength: 20 })

describe('frames', () => {
  it('decode to the messages that were sent, however the bytes are split', () => {
    fc.assert(
      fc.property(messages, pieces, (sent, cuts) => {
        const writer = new FrameWriter(here)
        const bytes = concatBytes(...sent.map(({ code, payload }) => writer.write(code, payload)))
        expect(framesIn(bytes, cuts)).toEqual(sent)
      }),
      { numRuns: 100 },
    )
  })

  it('never decode to a message that was not sent when a bit is changed', () => {
    fc.assert(
      fc.property(messages, pieces, fc.nat(), (sent, cuts, place) => {
        const writer = new FrameWriter(here)
        const bytes = concatBytes(...sent.map(({ code, payload }) => writer.write(code, payload)))
        bytes[Math.floor(place / 8) % bytes.length]! ^= 1 << (place % 8)
        expect(framesIn(bytes, cuts)).toBeUndefined()
      }),
      { numRuns: 100 },
    )
  })

  it('carry a message of the maximum length, copying bytes in linear time', () => {
    const payload = randomBytes(maximumBodyLength - 1)
    const bytes = new FrameWriter(here).write(0x18, payload)
    const frames = framesIn(
      bytes,
      Array.from({ length: 600 }, (_, index) => index * 14_000),
    )
    expect(frames).toHaveLength(1)
    expect(Buffer.compare(frames![0]!.payload, payload)).toBe(0)
  })

  it('are not written when the message does not fit', () => {
    const payload = new Uint8Array(maximumBodyLength)
    expect(FrameWriter.fits(payload)).toBe(false)
    expect(() => new FrameWriter(here).write(0x18, payload)).toThrow(RangeError)
    expect(() => new FrameWriter(here).write(0x80, new Uint8Array(1))).toThrow(RangeError)
  })

  it('are rejected at their header when they are longer than allowed', () => {
    const bytes = new FrameWriter(here).write(0x18, new Uint8Array(1000))
    expect(framesIn(bytes.subarray(0, 32), [], 1000)).toBeUndefined()
    expect(framesIn(bytes, [], 1001)).toHaveLength(1)
  })

  it('cannot be replayed', () => {
    const bytes = new FrameWriter(here).write(0x18, new Uint8Array(10))
    expect(framesIn(concatBytes(bytes, bytes), [])).toBeUndefined()
  })
})
