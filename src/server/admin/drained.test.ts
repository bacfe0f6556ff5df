import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { drained } from './drained.ts'

const listenersOf = (body: PassThrough) => body.listenerCount('drain') + body.listenerCount('close')

describe('a body that takes no more for now', () => {
  it.each(['drain', 'close'])(
    'is waited for until its %s, and has no more listeners afterwards',
    async (event) => {
      const body = new PassThrough()
      const before = listenersOf(body)
      const waiting = drained(body)
      expect(listenersOf(body)).toBe(before + 2)
      body.emit(event)
      await waiting
      expect(listenersOf(body)).toBe(before)
    },
  )
})
